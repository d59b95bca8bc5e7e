import { IconAlertCircle } from "@tabler/icons-react";
import { messageOf } from "../../api/errors";
import type { Platform } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./sign-in.module.css";
import { useStartSignIn } from "./sign-in.queries";

export function SignInButtons({ platforms, next }: { platforms: Platform[]; next: string }) {
  const start = useStartSignIn();
  if (platforms.length === 0) {
    return <Problem text="Sign-in isn't set up yet. Ask your server admin." />;
  }
  return (
    <div className={classes["buttons"]}>
      {platforms.map(({ provider, name }) => (
        <BusyButton
          key={provider}
          size="lg"
          className={classes["button"] ?? ""}
          data-provider={provider}
          isBusy={start.isPending && start.variables.provider === provider}
          isDisabled={start.isPending && start.variables.provider !== provider}
          onClick={() => start.mutate({ provider, next })}
        >
          <span className={classes["icon"]}>
            <PlatformIcon provider={provider} size={20} coloured={false} />
          </span>
          Sign in with {name}
        </BusyButton>
      ))}
      {start.isError && <Problem text={messageOf(start.error)} />}
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p className={classes["problem"]} role="alert">
      <IconAlertCircle size={16} aria-hidden="true" />
      {text}
    </p>
  );
}
