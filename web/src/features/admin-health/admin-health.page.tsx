import { PageTitle } from "../../ui/page/page-title";
import { ChecksPanel } from "./checks-panel";
import { JobsPanel } from "./jobs-panel";

export function AdminHealthPage() {
  return (
    <div className="column gap-8 miw-0">
      <PageTitle>Health</PageTitle>
      <ChecksPanel />
      <JobsPanel />
    </div>
  );
}
