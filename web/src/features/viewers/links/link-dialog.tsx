import { Button, Tabs, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import { platformName, usePlatforms } from "../../../api/platforms";
import { formatNumber } from "../../../lib/locale";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../../lib/search";
import { clockDuration, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { can, useChannel } from "../../../session/channel";
import { balanceQuery, pointSettingsQuery, pointWords } from "../../../session/points/points";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { busyProps } from "../../../ui/buttons/busy-props";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../dialogs.module.css";
import { type Account, type Card, useLink, useLinkCode, useViewerSearch, type Viewer } from "../viewers.queries";

interface LinkDialogProps {
  card: Card;
  viewer: Viewer;
  onClose: () => void;
}

/** Links two accounts of one person, by search or with a code that the viewer types in chat. */
export function LinkDialog({ card, viewer, onClose }: LinkDialogProps) {
  const [initialCount] = useState(viewer.accounts.length);
  // True after linking by search, and after the viewer typed the code in chat.
  const isLinked = viewer.accounts.length > initialCount;
  return (
    <Dialog opened onClose={onClose} title={`Link another account to ${viewer.name}`} size={440}>
      {isLinked ? (
        <>
          <p role="status">Linked to {viewer.accounts.map(({ name }) => name).join(", ")}.</p>
          <MergedPoints card={card} viewer={viewer} isLinked />
          <Button mt={16} autoFocus onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <Tabs defaultValue="search" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="search">Search</Tabs.Tab>
            <Tabs.Tab value="code">With a code</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="search" pt={12}>
            <Search card={card} viewer={viewer} />
          </Tabs.Panel>
          <Tabs.Panel value="code" pt={12}>
            <Code card={card} viewer={viewer} />
          </Tabs.Panel>
          <MergedPoints card={card} viewer={viewer} isLinked={false} />
        </Tabs>
      )}
    </Dialog>
  );
}

function Search({ card, viewer }: Omit<LinkDialogProps, "onClose">) {
  const [typed, setTyped] = useState("");
  const [name] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const found = useViewerSearch(card.channelId, name);
  const link = useLink(card);
  const linkedKeys = new Set([viewer, ...viewer.accounts].map(keyOf));
  const unlinked = found.data?.filter((account) => !linkedKeys.has(keyOf(account)));
  return (
    <>
      <TextInput
        label="Username on the other platform"
        maxLength={SEARCH_LIMIT}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.isError && <ErrorPanel isBare error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <SkeletonRows count={2} label="Searching" />}
      {unlinked?.length === 0 && <p className="muted px-8 py-12">No viewers found</p>}
      <ul className="column p-0 unmarked mt-12 mb-12 mx-0">
        {unlinked?.map((account) => (
          <li key={keyOf(account)}>
            <FoundAccount
              channelId={card.channelId}
              account={account}
              isBusy={link.isPending}
              onSelect={() => link.mutate(account)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function keyOf({ provider, provider_viewer_id }: Pick<Account, "provider" | "provider_viewer_id">): string {
  return `${provider}:${provider_viewer_id}`;
}

interface FoundAccountProps {
  channelId: string;
  account: Account;
  isBusy: boolean;
  onSelect: () => void;
}

function FoundAccount({ channelId, account, isBusy, onSelect }: FoundAccountProps) {
  const { provider, provider_viewer_id: viewerId } = account;
  const points = usePointWords({ channelId, provider, viewerId });
  const platform = platformName(usePlatforms(), account.provider);
  return (
    <button type="button" className={classes["result"]} {...busyProps({ isBusy, onClick: onSelect })}>
      <PlatformIcon provider={account.provider} size={16} label={platform} />
      <bdi className="miw-0 breaks fw-500">{account.name}</bdi>
      <span className="small muted">
        {account.message_count === 1 ? "1 message" : `${formatNumber(account.message_count)} messages`}
        {points && ` · ${points}`}
      </span>
    </button>
  );
}

/** Generates a code that links an account. The code works once, for ten minutes. */
function Code({ card, viewer }: Omit<LinkDialogProps, "onClose">) {
  const code = useLinkCode(card);
  const now = useNow(code.data !== undefined);
  const left = code.data ? secondsBetween(now, code.data.expires_at) : 0;
  return (
    <>
      <p>{viewer.name} types this code in chat from their other account within ten minutes.</p>
      {code.data && left > 0 && (
        <>
          <output className={classes["code"]}>{code.data.command}</output>
          <p className="small muted">{clockDuration(left)} left. The card updates when the code is used.</p>
        </>
      )}
      {code.isError && <p role="alert">{messageOf(code.error)}</p>}
      {left === 0 && (
        <BusyButton mt={12} isBusy={code.isPending} onClick={() => code.mutate()}>
          {code.data ? "Generate new code" : "Generate code"}
        </BusyButton>
      )}
    </>
  );
}

interface MergedPointsProps {
  card: Card;
  viewer: Viewer;
  isLinked: boolean;
}

/** Text that tells how linking merges the points of both accounts. */
function MergedPoints({ card, viewer, isLinked }: MergedPointsProps) {
  const words = usePointWords(card);
  if (words === null) return null;
  return (
    <p className="small muted">
      {isLinked
        ? `Together they have ${words}. Unlinking splits them again.`
        : `${viewer.name} has ${words}. The points of both accounts become one balance; unlinking splits them again.`}
    </p>
  );
}

/** "300 points"; null while points are off, not loaded, or hidden from the user. */
function usePointWords(card: Card): string | null {
  const enabled = can(useChannel(card.channelId).data, "gambling.read");
  const settings = useQuery({ ...pointSettingsQuery(card.channelId), enabled }).data;
  const balance = useQuery({ ...balanceQuery(card), enabled: enabled && settings?.enabled === true }).data;
  return settings?.enabled && balance ? pointWords(settings, balance.balance) : null;
}
