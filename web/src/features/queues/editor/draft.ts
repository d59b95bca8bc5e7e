import type { QueueDraft } from "../queue-types";

export const NEW_QUEUE: QueueDraft = {
  name: "",
  description: "",
  max_size: 0,
  max_per_viewer: 1,
  subs_first: false,
  pick: "first",
  group_size: 1,
  rejoin: "at_once",
  rejoin_minutes: 30,
  name_label: "",
  is_name_required: false,
  answer_seconds: 60,
  announces: true,
  call_message: "$(names), it is your turn in $(queue)!",
  cost: 0,
  is_public: false,
};
