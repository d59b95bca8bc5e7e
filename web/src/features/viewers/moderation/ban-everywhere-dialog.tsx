import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { type BanEverywhere, MAX_REASON_LENGTH } from "../../../api/moderation";
import { platformName, usePlatforms } from "../../../api/platforms";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../dialogs.module.css";
import { accountsLabel } from "../viewer-labels";
import { type Account, type Card, useBanEverywhere, type Viewer } from "../viewers.queries";
import { useOfferUndoEverywhere } from "./undo-everywhere";
import { useBannableAccounts } from "./use-bannable-accounts";

interface BanEverywhereProps {
  card: Card;
  viewer: Viewer;
  onClose: () => void;
}

/** Asks for confirmation, then shows the result for each chat. Undo is offered when the dialog is closed. */
export function BanEverywhereDialog({ card, viewer, onClose }: BanEverywhereProps) {
  const offerUndo = useOfferUndoEverywhere(card.channelId);
  const isClosed = useRef(false);
  const ban = useBanEverywhere(card, ({ results }) => {
    // An open dialog covers the Undo bar, which would expire unseen.
    if (isClosed.current) offerUndo(results);
  });
  const close = () => {
    isClosed.current = true;
    if (ban.data) offerUndo(ban.data.results);
    onClose();
  };
  return (
    <Dialog opened onClose={close} title="Ban everywhere?" size={440}>
      {ban.data ? (
        <Results results={ban.data.results} onClose={close} />
      ) : (
        <BanForm viewer={viewer} ban={ban} onClose={close} />
      )}
    </Dialog>
  );
}

interface BanFormProps {
  viewer: Viewer;
  ban: ReturnType<typeof useBanEverywhere>;
  onClose: () => void;
}

function BanForm({ viewer, ban, onClose }: BanFormProps) {
  const [reason, setReason] = useState("");
  const { bannable, notBannable } = useBannableAccounts(viewer);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ban.mutate(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <Text c="dimmed">These accounts will be banned in every chat of this channel:</Text>
      <ul className="column p-0 unmarked mt-12 mb-12 mx-0" aria-label="Banned">
        {bannable.map((account) => (
          <AccountLine key={`${account.provider}:${account.provider_viewer_id}`} {...account} />
        ))}
      </ul>
      {notBannable.length > 0 && (
        <>
          <Text c="dimmed">These accounts can't be banned from here:</Text>
          <ul className="column p-0 unmarked mt-12 mb-12 mx-0" aria-label="Not banned">
            {notBannable.map((account) => (
              <AccountLine key={`${account.provider}:${account.provider_viewer_id}`} {...account} />
            ))}
          </ul>
        </>
      )}
      <TextInput
        label="Reason"
        description="Sent to platforms that support it"
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <BusyButton type="submit" variant="filled" color="red" isBusy={ban.isPending}>
          Ban {accountsLabel(bannable.length)}
        </BusyButton>
      </Group>
    </form>
  );
}

function AccountLine({ provider, name }: Pick<Account, "provider" | "name">) {
  return (
    <li className="row gap-10 mih-36">
      <PlatformIcon provider={provider} size={16} label={platformName(usePlatforms(), provider)} />
      <bdi className="miw-0 breaks fw-500">{name}</bdi>
    </li>
  );
}

function Results({ results, onClose }: { results: BanEverywhere["results"]; onClose: () => void }) {
  return (
    <>
      <ul className="column p-0 unmarked mt-12 mb-12 mx-0" aria-label="Results">
        {results.map((result) => (
          <Result key={`${result.connection_id}:${result.provider_viewer_id}`} result={result} />
        ))}
      </ul>
      <Group justify="flex-end" mt={16}>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </>
  );
}

function Result({ result }: { result: BanEverywhere["results"][number] }) {
  const isDone = result.outcome === "done";
  const Icon = isDone ? IconCircleCheck : IconCircleX;
  const label = { done: "Banned", refused: "Not supported", failed: "Failed" }[result.outcome];
  return (
    <li className="row gap-10 mih-36">
      <PlatformIcon provider={result.provider} size={16} label={platformName(usePlatforms(), result.provider)} />
      <div className="grow miw-0 breaks">
        <bdi className="miw-0 breaks fw-500">{result.name || result.provider_viewer_id}</bdi>
        <div className="small muted">{[label, result.detail].filter(Boolean).join(": ")}</div>
      </div>
      <Icon className={classes["mark"]} data-done={isDone || undefined} size={18} stroke={1.6} aria-hidden="true" />
    </li>
  );
}
