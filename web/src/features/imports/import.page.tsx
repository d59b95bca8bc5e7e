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
import { type ChangeReview, hasDecisions, isUnfinished, type Reviewing, startReviewing } from "./review";
import { ReviewStep } from "./review-step";
import { SourceStep } from "./source-step";

const UNSAVED = "What you have ticked and changed is not imported yet.";

export function ImportPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  return (
    <>
      <PageTitle>Import from another bot</PageTitle>
      <PageHeader
        title="Import from another bot"
        about="Look at what maps, what changes and what cannot, before anything is written."
      >
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
          <EmptyState title="Only editors and above can import" about="Ask whoever runs this channel." />
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

/** First what the other bot says, then what becomes of it here. */
function Steps({ channelId }: { channelId: string }) {
  const [review, setReview] = useState<Reviewing | null>(null);
  const [isAsking, asking] = useDisclosure();
  const guard = useUnsavedGuard(isUnfinished(review));
  const change: ChangeReview = (how) => setReview((now) => now && how(now));
  const text = useRef<HTMLTextAreaElement>(null);
  const isReviewing = review !== null;
  // Whoever goes back to the text is there.
  useEffect(() => {
    if (isReviewing) return () => text.current?.focus();
  }, [isReviewing]);
  const back = () => {
    asking.close();
    setReview(null);
  };
  return (
    <>
      {/* What was pasted stays where it is, for whoever goes back to it. */}
      <div hidden={isReviewing} className={classes["step"]}>
        <SourceStep channelId={channelId} text={text} onReviewed={(found) => setReview(startReviewing(found))} />
      </div>
      {review && (
        <ReviewStep
          channelId={channelId}
          review={review}
          onChange={change}
          onBack={hasDecisions(review) ? asking.open : back}
        />
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Back to the text?"
        message="What you have ticked and changed here is lost. The text stays."
        verb="Go back"
        danger
        onConfirm={back}
        onClose={asking.close}
      />
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
    </>
  );
}
