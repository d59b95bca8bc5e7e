import { PageTitle } from "../../ui/page/page-title";
import classes from "./admin-health.module.css";
import { ChecksPanel } from "./checks-panel";
import { JobsPanel } from "./jobs-panel";

export function AdminHealthPage() {
  return (
    <div className={classes["page"]}>
      <PageTitle>Health</PageTitle>
      <ChecksPanel />
      <JobsPanel />
    </div>
  );
}
