import { Loader, VisuallyHidden } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconPlayerPause } from "@tabler/icons-react";
import type { BackgroundJob } from "../../api/types";
import { formatNumber } from "../../lib/locale";
import { longDateTime, relativeAge, secondsBetween, shortTime } from "../../lib/time/dates";
import { exactDuration, shortDuration } from "../../lib/time/durations";
import { useNow } from "../../lib/time/use-now";
import { BusyButton } from "../../ui/buttons/busy-button";
import { BusyIconButton } from "../../ui/buttons/busy-icon-button";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./admin-health.module.css";
import { useJobs, usePauseJob, useRunJob } from "./admin-health.queries";

const BUTTON_PROPS = { variant: "subtle", color: "gray", size: "compact-sm" } as const;
const SECOND_MS = 1000;
const HOUR_SECONDS = 3600;

export function JobsPanel() {
  const { data, error, refetch, isFetching } = useJobs();
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <Panel className={classes["panel"]}>
      <PageHeader title="Background jobs" level={2} count={data?.length}>
        {data && <span className="small muted">{summary(data)}</span>}
      </PageHeader>
      {data ? <JobTable jobs={data} /> : <SkeletonRows isInset count={8} label="Loading jobs" />}
    </Panel>
  );
}

/** "Last hour: 143 done, 3 failed" */
function summary(jobs: readonly BackgroundJob[]): string {
  const sum = (count: (job: BackgroundJob) => number) => jobs.reduce((total, job) => total + count(job), 0);
  const done = formatNumber(sum(({ done_lately }) => done_lately));
  const failed = sum(({ failed_lately }) => failed_lately);
  return `Last hour: ${done} done, ${failed === 0 ? "none" : formatNumber(failed)} failed`;
}

function JobTable({ jobs }: { jobs: readonly BackgroundJob[] }) {
  const now = new Date(useNow()).toISOString();
  return (
    <table className={classes["jobs"]} aria-label="Background jobs">
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col" className={classes["wide"]}>
            Every
          </th>
          <th scope="col" className={classes["wide"]}>
            Last run
          </th>
          <th scope="col" className={classes["number"]}>
            Took
          </th>
          <th scope="col">State</th>
          <th scope="col" className={classes["number"]}>
            Next
          </th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ job, now }: { job: BackgroundJob; now: string }) {
  return (
    <tr>
      <th scope="row">
        {job.title} <small className={classes["note"]}>{job.note}</small>
      </th>
      <td className={classes["wide"]}>{job.every_seconds === null ? "By hand" : exactDuration(job.every_seconds)}</td>
      <td className={classes["wide"]}>
        {job.began_at ? <time title={longDateTime(job.began_at)}>{relativeAge(job.began_at, now)}</time> : "Never"}
      </td>
      <td className={classes["number"]}>{job.took_ms === null ? "" : runTime(job.took_ms)}</td>
      <td>
        <JobState job={job} />
      </td>
      <td className={classes["number"]}>{nextRun(job, now)}</td>
      <td className={classes["action"]}>
        <span className="inline-row gap-4">
          <RunButton job={job} />
          <PauseButton job={job} />
        </span>
      </td>
    </tr>
  );
}

const RUN_LABELS: Partial<Record<BackgroundJob["state"], string>> = { failed: "Try now", paused: "Resume" };

function RunButton({ job: { name, title, state } }: { job: BackgroundJob }) {
  const runJob = useRunJob();
  const label = RUN_LABELS[state] ?? "Run now";
  return (
    <BusyButton
      {...BUTTON_PROPS}
      aria-label={`${label}: ${title}`}
      isBusy={runJob.isPending}
      isDisabled={state === "running"}
      onClick={() => runJob.mutate(name)}
    >
      {label}
    </BusyButton>
  );
}

/** Pauses the job; always at the same position, so that a double-click on "Run now" does not hit this button. */
function PauseButton({ job: { name, title, state } }: { job: BackgroundJob }) {
  const pauseJob = usePauseJob();
  return (
    <BusyIconButton
      aria-label={`Pause: ${title}`}
      isBusy={pauseJob.isPending}
      isDisabled={state === "paused"}
      onClick={() => pauseJob.mutate(name)}
    >
      <IconPlayerPause size={17} />
    </BusyIconButton>
  );
}

function JobState({ job }: { job: BackgroundJob }) {
  if (job.state === "running")
    return (
      <span className={classes["job-state"]}>
        <Loader size={14} /> Running
      </span>
    );
  if (job.state === "failed")
    return (
      <span className={classes["job-state"]} data-state="problem">
        <IconAlertCircle size={14} aria-hidden="true" />
        Failed {job.failures === 1 ? "once" : `${job.failures} times`}: {job.error}
      </span>
    );
  if (job.state === "paused")
    return (
      <span className={classes["job-state"]} data-state="warning">
        <IconPlayerPause size={14} aria-hidden="true" /> Paused
      </span>
    );
  if (job.state === "never") return <span className={classes["facts"]}>Waiting</span>;
  return (
    <span className={classes["job-state"]}>
      <IconCheck className={classes["state"]} data-state="ok" size={14} aria-hidden="true" /> Done
    </span>
  );
}

function runTime(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return `${milliseconds} ms`;
  return shortDuration(Math.round(milliseconds / SECOND_MS));
}

function nextRun(job: BackgroundJob, now: string): string {
  if (job.every_seconds === null) return "Never";
  if (!job.next_at) return "";
  const seconds = secondsBetween(now, job.next_at);
  return seconds < HOUR_SECONDS ? `in ${shortDuration(seconds)}` : shortTime(job.next_at);
}
