import { Loader, VisuallyHidden } from "@mantine/core";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import type { BackgroundJob } from "../../api/types";
import { longDateTime, relativeAge, secondsBetween, shortTime } from "../../lib/time/dates";
import { exactDuration, shortDuration } from "../../lib/time/durations";
import { useNow } from "../../lib/time/use-now";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./admin-health.module.css";
import { useJobs, useRunJob } from "./admin-health.queries";

const SECOND_MS = 1000;
const HOUR_SECONDS = 3600;

export function JobsPanel() {
  const { data, error, refetch, isFetching } = useJobs();
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <Panel className={classes["panel"]}>
      <PageHeader title="Background jobs" level={2} count={data?.length}>
        {data && <span className={classes["meta"]}>{summary(data)}</span>}
      </PageHeader>
      {data ? <JobTable jobs={data} /> : <SkeletonRows isInset count={8} label="Loading jobs" />}
    </Panel>
  );
}

function summary(jobs: readonly BackgroundJob[]): string {
  const failing = jobs.filter(({ failures }) => failures > 0).length;
  return failing === 0 ? "No failures" : `${failing} of ${jobs.length} failed last time`;
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
          <th scope="col">Last run</th>
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
  const runJob = useRunJob();
  return (
    <tr>
      <th scope="row">{job.title}</th>
      <td className={classes["wide"]}>{job.every_seconds === null ? "By hand" : exactDuration(job.every_seconds)}</td>
      <td>
        {job.began_at ? <time title={longDateTime(job.began_at)}>{relativeAge(job.began_at, now)}</time> : "Never"}
      </td>
      <td className={classes["number"]}>{job.took_ms === null ? "" : took(job.took_ms)}</td>
      <td>
        <JobState job={job} />
      </td>
      <td className={classes["number"]}>{next(job, now)}</td>
      <td className={classes["action"]}>
        <BusyButton
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Run now: ${job.title}`}
          isBusy={runJob.isPending}
          isDisabled={job.state === "running"}
          onClick={() => runJob.mutate(job.name)}
        >
          {job.state === "failed" ? "Try now" : "Run now"}
        </BusyButton>
      </td>
    </tr>
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
  if (job.state === "never") return <span className={classes["facts"]}>Waiting</span>;
  return (
    <span className={classes["job-state"]}>
      <IconCheck className={classes["state"]} data-state="ok" size={14} aria-hidden="true" /> Done
    </span>
  );
}

function took(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return `${milliseconds} ms`;
  return shortDuration(Math.round(milliseconds / SECOND_MS));
}

function next(job: BackgroundJob, now: string): string {
  if (job.every_seconds === null) return "Never";
  if (!job.next_at) return "";
  const seconds = secondsBetween(now, job.next_at);
  return seconds < HOUR_SECONDS ? `in ${shortDuration(seconds)}` : shortTime(job.next_at);
}
