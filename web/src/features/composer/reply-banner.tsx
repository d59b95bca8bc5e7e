import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconX } from "@tabler/icons-react";
import type { ChatLine } from "../../api/chat";
import classes from "./composer.module.css";

export function ReplyBanner({ line, onCancel }: { line: ChatLine; onCancel: () => void }) {
  return (
    <div className={classes["reply"]}>
      <IconArrowBackUp size={16} aria-hidden="true" />
      <p className={classes["replyText"]}>
        Reply to <bdi className={classes["replyName"]}>{line.author?.name}</bdi>: <bdi>{line.text}</bdi>
      </p>
      <ActionIcon aria-label="Cancel reply" size={24} onClick={onCancel}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
