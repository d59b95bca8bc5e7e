import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { fieldErrors, messageOf } from "../../api/errors";
import type { Platform } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import classes from "./handle-form.module.css";
import { useRegisterHandle } from "./platforms.queries";

/** Connect form of a platform that needs only a handle. */
export function HandleForm({ channelId, platform }: { channelId: string; platform: Platform }) {
  const [handle, setHandle] = useState("");
  const register = useRegisterHandle(channelId, platform);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (handle.trim()) register.mutate(handle.trim());
  };
  return (
    <form className={classes["form"]} onSubmit={submit}>
      <TextInput
        className={classes["field"]}
        classNames={{ input: classes["input"] ?? "" }}
        label={`Your ${platform.name} handle`}
        leftSection="@"
        value={handle}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={register.error ? (fieldErrors(register.error)["handle"] ?? messageOf(register.error)) : undefined}
        onChange={(event) => {
          setHandle(event.currentTarget.value);
          register.reset();
        }}
      />
      <BusyButton type="submit" variant="filled" isBusy={register.isPending} aria-label={`Connect ${platform.name}`}>
        Connect
      </BusyButton>
    </form>
  );
}
