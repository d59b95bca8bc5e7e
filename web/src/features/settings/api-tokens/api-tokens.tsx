import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import type { ApiToken } from "../../../api/types";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import classes from "../settings.module.css";
import { SettingsSection } from "../settings-section";
import { useApiTokens, useRevokeApiToken } from "./api-tokens.queries";
import { NewTokenDialog } from "./new-token-dialog";
import { isExpired, tokenFact, usedFact } from "./token-labels";
import { scopesLabel } from "./token-scopes";

/** The open dialog: "new" for the form of a new token, a token for the question whether to revoke it; null for none. */
type OpenDialog = "new" | ApiToken | null;

export function ApiTokens({ onConfirming }: { onConfirming: (isConfirming: boolean) => void }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const show = (next: OpenDialog) => {
    setOpen(next);
    onConfirming(next !== null);
  };
  return (
    <SettingsSection
      title="API tokens"
      about="For programs that change your channels for you, such as a stream deck"
      action={<Button onClick={() => show("new")}>New token</Button>}
    >
      <TokenRows onRevoke={show} />
      {open === "new" && <NewTokenDialog onClose={() => show(null)} />}
      <RevokeDialog token={open === "new" ? null : open} onClose={() => show(null)} />
    </SettingsSection>
  );
}

function TokenRows({ onRevoke }: { onRevoke: (token: ApiToken) => void }) {
  const tokens = useApiTokens();
  if (tokens.isError && !tokens.data) {
    return <ErrorPanel isBare error={tokens.error} onRetry={() => void tokens.refetch()} />;
  }
  if (!tokens.data) return <SkeletonRows count={1} label="Loading API tokens" />;
  if (tokens.data.length === 0) return <p className="small muted breaks">No tokens yet</p>;
  return (
    <ul className="plain-list">
      {tokens.data.map((token) => (
        <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const now = Date.now();
  return (
    <li className={classes["row"]}>
      <span className={classes["mark"]}>
        <IconKey size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes["text"]}>
        <div className="row wrap fw-500 column-gap-8 row-gap-2">
          <bdi>{token.name}</bdi>
          {isExpired(token, now) && <Tag tone="attention">Expired</Tag>}
        </div>
        <div className="small muted breaks">{tokenFact(token, now)}</div>
        <div className="small muted breaks">{usedFact(token, now)}</div>
        <div className="small muted breaks">{scopesLabel(token.scopes)}</div>
      </div>
      <Button aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiToken | null; onClose: () => void }) {
  const revoke = useRevokeApiToken();
  const confirm = () => {
    if (token) revoke.mutate(token.id);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={token !== null}
      title={`Revoke ${token?.name ?? ""}?`}
      message="Programs that use this token lose access at once. This can't be undone."
      verb="Revoke"
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
