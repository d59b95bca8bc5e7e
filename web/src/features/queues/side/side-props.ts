import type { QueueEntries } from "../queue-types";
import type { QueuePath } from "../queues.queries";

export interface SideProps {
  path: QueuePath;
  data: QueueEntries;
  canManage: boolean;
}
