import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { messageOf } from "../../../api/errors";
import { PageTitle } from "../../../ui/page/page-title";
import { Panel } from "../../../ui/panel";
import classes from "./set-up.module.css";
import { type SetUpStep, setUpQuery, useSetUp } from "./set-up.queries";

/** Sets a rehearsal channel up and shows the progress; continues a set-up that was interrupted. */
export function SetUp({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const openChat = useCallback(
    () => void navigate(`/channels/${channelId}/chat?tour`, { replace: true }),
    [navigate, channelId],
  );
  const { data: steps = [] } = useQuery({ ...setUpQuery(channelId), enabled: false });
  const { current, failed, start } = useSetUp(channelId, openChat);
  useEffect(() => void start(), [start]);
  const doneCount = steps.filter(({ is_done }) => is_done).length;
  return (
    <div className={classes["page"]}>
      <PageTitle>Setting up</PageTitle>
      <h1 className="display">Setting up your channel</h1>
      <p className="muted pt-4 pb-20">The same steps as on a real channel, on simulated platforms.</p>
      <Panel className={classes["panel"] ?? ""}>
        <p className="small muted" role="status">
          {steps.length === 0 ? "Starting" : `${doneCount} of ${steps.length} steps done`}
        </p>
        <ol className={classes["steps"]}>
          {steps.map((step) => (
            <Step key={step.key} step={step} isCurrent={current === step.key} hasFailed={failed?.step === step.key} />
          ))}
        </ol>
        {failed && (
          <div className="pt-16" role="alert">
            <p>{messageOf(failed.error)}</p>
            <div className="row gap-8 wrap pt-12">
              <Button variant="filled" onClick={() => void start()}>
                Try again
              </Button>
              <Button component={Link} to={`/channels/${channelId}/providers`}>
                Open channel
              </Button>
            </div>
          </div>
        )}
      </Panel>
    </div>
  );
}

interface StepProps {
  step: SetUpStep;
  isCurrent: boolean;
  hasFailed: boolean;
}

function Step({ step, isCurrent, hasFailed }: StepProps) {
  const state = step.is_done ? "done" : hasFailed ? "failed" : isCurrent ? "running" : "waiting";
  return (
    <li className={classes["step"]} data-state={state} aria-current={isCurrent ? "step" : undefined}>
      <span className={classes["mark"]} aria-hidden="true">
        {state === "done" && <IconCheck size={14} stroke={2.4} />}
        {state === "failed" && <IconAlertTriangle size={14} />}
      </span>
      {step.label}
      <span className="muted fs-small ml-auto">{STATE_LABELS[state]}</span>
    </li>
  );
}

const STATE_LABELS = { done: "Done", failed: "Failed", running: "In progress", waiting: "" };
