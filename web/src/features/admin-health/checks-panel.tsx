import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import type { HealthCheck } from "../../api/types";
import { relativeAge } from "../../lib/time/dates";
import { useNow } from "../../lib/time/use-now";
import { BusyButton } from "../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../ui/buttons/switch";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag } from "../../ui/tag";
import classes from "./admin-health.module.css";
import { useCheckAgain, useHealth, useNightlyBackups, useRunJob, useSwitchNightly } from "./admin-health.queries";

const ABOUT = "What this server needs to run your channels, with the fix beside each problem";
// Name of the backup check and of the backup job.
const BACKUP = "backup";
const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, problem: IconAlertCircle };
const STATE_LABELS = { ok: "Fine", warning: "To look at", problem: "Problem" };

export function ChecksPanel() {
  const { data, error, refetch, isFetching } = useHealth();
  const checkAgain = useCheckAgain();
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  const checks = data?.checks ?? [];
  const problems = checks.filter(({ state }) => state === "problem");
  const warnings = checks.filter(({ state }) => state === "warning");
  return (
    <Panel className={classes["panel"]}>
      <PageHeader title="Health" about={ABOUT}>
        {problems.length > 0 && <Tag tone="danger">{countLabel(problems.length, "problem")}</Tag>}
        {warnings.length > 0 && <Tag tone="attention">{warnings.length} to look at</Tag>}
        {data && <CheckedAge moment={data.checked_at} />}
        <BusyButton
          variant="default"
          leftSection={<IconRefresh size={16} />}
          isBusy={checkAgain.isPending}
          onClick={() => checkAgain.mutate()}
        >
          Check again
        </BusyButton>
      </PageHeader>
      {data ? (
        <>
          <ul className="plain-list" aria-label="Problems">
            {[...problems, ...warnings].map((check) => (
              <FaultRow key={check.name} check={check} />
            ))}
          </ul>
          <ul className={classes["fine"]} aria-label="In order">
            {checks
              .filter(({ state }) => state === "ok")
              .map((check) => (
                <li key={check.name} className={classes["check"]}>
                  <StateIcon state={check.state} />
                  <span className={classes["title"]}>{check.title}</span>
                  <span className={classes["facts"]}>{check.sentence}</span>
                  {check.name === BACKUP && <NightlySwitch />}
                </li>
              ))}
          </ul>
        </>
      ) : (
        <SkeletonRows isInset count={6} label="Checking" />
      )}
    </Panel>
  );
}

function CheckedAge({ moment }: { moment: string }) {
  const now = useNow();
  const age = relativeAge(moment, now);
  return <span className="small muted">Checked {age === "Now" ? "just now" : age}</span>;
}

function FaultRow({ check }: { check: HealthCheck }) {
  const runJob = useRunJob();
  const { job } = check;
  return (
    <li className={classes["check"]}>
      <StateIcon state={check.state} />
      <span className={classes["title"]}>{check.title}</span>
      <span className={classes["fault"]}>
        {check.sentence}
        <span className={classes["facts"]}>
          <b>Fix:</b> {check.fix}
        </span>
      </span>
      {check.name === BACKUP && <NightlySwitch />}
      {job && (
        <BusyButton variant="default" size="sm" isBusy={runJob.isPending} onClick={() => runJob.mutate(job)}>
          {job === BACKUP ? "Back up now" : "Run now"}
        </BusyButton>
      )}
    </li>
  );
}

function StateIcon({ state }: { state: HealthCheck["state"] }) {
  const Icon = ICONS[state];
  return <Icon className={classes["state"]} data-state={state} size={18} aria-label={STATE_LABELS[state]} role="img" />;
}

function countLabel(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Switch of nightly backups; absent if the server's settings turn them on or off. */
function NightlySwitch() {
  const nightly = useNightlyBackups().data;
  const { mutate } = useSwitchNightly();
  if (!nightly || nightly.is_fixed) return null;
  return <LabelledSwitch label="Each night" checked={nightly.enabled} onChange={mutate} />;
}
