import { IconAlertCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "../../api/errors";
import { platformsQuery } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { inviteAt } from "../../lib/auth/invite-token";
import { safeNextPath } from "../../lib/auth/next-path";
import { getToken } from "../../lib/auth/token";
import { isRehearsal } from "../../lib/rehearsal";
import { loadScreen } from "../../lib/reload-guard";
import { useCurrentUser } from "../../session/current-user";
import { BusyButton } from "../../ui/buttons/busy-button";
import { BlankPage } from "../../ui/page/blank-page";
import { BrandHeadline } from "../../ui/page/brand";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Redirect } from "../../ui/page/redirect";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./sign-in.module.css";
import { useStartSignIn } from "./sign-in.queries";

export function SignInPage() {
  const [search] = useSearchParams();
  const next = safeNextPath(search.get("next"));
  const user = useCurrentUser();
  // The token decides, because the user may still be cached after the session has ended.
  if (user.data && getToken()) {
    return (
      <Redirect to={next}>
        <BlankPage />
      </Redirect>
    );
  }
  return (
    <CentredPage footer={<SignInFooter />}>
      <PageTitle>Sign in</PageTitle>
      <div className={classes["brand"]}>
        <BrandHeadline />
      </div>
      <h1>Sign in</h1>
      <p className={classes["about"]}>
        {inviteAt(next) ? "You're invited. Sign in to accept the invitation. " : ""}
        Use the account you stream or moderate with. You can connect more later.
      </p>
      <Choices next={next} />
      <p className={classes["note"]}>
        {isRehearsal()
          ? "This is a rehearsal: you sign in as a made-up user, and nothing reaches a real platform."
          : "We only request your name and profile picture. Chat and moderation permissions come later, if you enable them."}
      </p>
    </CentredPage>
  );
}

function Choices({ next }: { next: string }) {
  const platforms = useQuery(platformsQuery);
  if (platforms.isError) {
    return (
      <ErrorPanel
        isBare
        error={platforms.error}
        onRetry={() => void platforms.refetch()}
        isRetrying={platforms.isFetching}
      />
    );
  }
  if (!platforms.data) return null;
  return <SignInButtons platforms={platforms.data.filter(allowsSignIn)} next={next} />;
}

function allowsSignIn({ flags }: Platform): boolean {
  return flags.signinProvider;
}

function SignInButtons({ platforms, next }: { platforms: Platform[]; next: string }) {
  const start = useStartSignIn();
  if (platforms.length === 0) {
    return <Problem text="Sign-in isn't set up yet. Ask your server admin." />;
  }
  return (
    <div className="column gap-8">
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

const PrivacyDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("./privacy-dialog")).PrivacyDialog })),
);

function SignInFooter() {
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className={classes["footer"]}>
      <span>{window.location.host}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={classes["footerLink"]} onClick={() => setOpen(true)}>
        Privacy
      </button>
      <span aria-hidden="true">·</span>
      <a className={classes["footerLink"]} href="/health">
        Status
      </a>
      {isOpen && (
        <Suspense>
          <PrivacyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
