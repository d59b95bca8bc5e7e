import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { EmptyState } from "../../ui/empty-state";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/sheet/unsaved-guard";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./import.module.css";
import { type ChangeReview, hasDecisions, isUnfinished, type ReviewState, startReview } from "./review";
import { ReviewStep } from "./review-step";
import { SourceStep } from "./source-step";

const UNSAVED = "Your changes haven't been imported yet.";

export function ImportPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  return (
    <>
      <PageTitle>Import from another bot</PageTitle>
      <PageHeader title="Import from another bot" about="Review everything before importing.">
        <Button
          component={Link}
          to={`/channels/${channelId}/chat-commands`}
          variant="subtle"
          leftSection={<IconArrowLeft size={16} />}
        >
          All commands
        </Button>
      </PageHeader>
      {channel && can(channel, "commands.manage") && <Steps key={channelId} channelId={channelId} />}
      {channel && !can(channel, "commands.manage") && (
        <Panel>
          <EmptyState title="Only Editors and above can import" about="Ask the channel owner for access." />
        </Panel>
      )}
      {!channel && (
        <Panel padded>
          <SkeletonRows count={5} />
        </Panel>
      )}
    </>
  );
}

/** The two steps of an import: choose the bot and paste the text, then review the entries. */
function Steps({ channelId }: { channelId: string }) {
  const [review, setReview] = useState<ReviewState | null>(null);
  const [isConfirming, confirmation] = useDisclosure();
  const guard = useUnsavedGuard(isUnfinished(review));
  const change: ChangeReview = (update) => setReview((current) => current && update(current));
  const text = useRef<HTMLTextAreaElement>(null);
  const isReviewing = review !== null;
  // Going back returns the focus to the text.
  useEffect(() => {
    if (isReviewing) return () => text.current?.focus();
  }, [isReviewing]);
  const back = () => {
    confirmation.close();
    setReview(null);
  };
  return (
    <>
      {/* Hidden, not unmounted, so that going back keeps the pasted text. */}
      <div hidden={isReviewing} className={classes["step"]}>
        <SourceStep channelId={channelId} text={text} onReviewed={(found) => setReview(startReview(found))} />
      </div>
      {review && (
        <ReviewStep
          channelId={channelId}
          review={review}
          onChange={change}
          onBack={hasDecisions(review) ? confirmation.open : back}
        />
      )}
      <ConfirmDialog
        opened={isConfirming}
        title="Discard your changes?"
        message="Your selection and edits will be lost. The pasted text stays."
        verb="Discard"
        danger
        onConfirm={back}
        onClose={confirmation.close}
      />
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
    </>
  );
}
