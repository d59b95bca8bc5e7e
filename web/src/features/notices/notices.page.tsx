import { NativeSelect, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldErrors } from "../../api/errors";
import type { Notice } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag, type TagTone } from "../../ui/tag";
import { LEVEL_LABELS } from "./notice-levels";
import classes from "./notices.module.css";
import { useCreateNotice, useDeleteNotice, useNotices } from "./notices.queries";

const TONES: Record<Notice["level"], TagTone> = { info: "plain", warning: "attention", critical: "danger" };

export function NoticesPage() {
  const list = useNotices();
  return (
    <div className="column gap-8 miw-0">
      <PageTitle>Notices</PageTitle>
      <PageHeader
        title="Notices"
        about="Shown on top of every page to everyone who is signed in"
        count={list.data?.length}
      />
      <Panel padded>
        <NoticeForm />
      </Panel>
      <Panel className={classes["list"] ?? ""}>
        <NoticeList list={list} />
      </Panel>
    </div>
  );
}

function NoticeList({ list: { data, error, refetch, isFetching } }: { list: UseQueryResult<Notice[]> }) {
  if (error && !data) return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows count={2} label="Loading notices" />;
  if (data.length === 0) return <EmptyState title="No notices" about="Write one before maintenance or an update." />;
  return (
    <ul className="plain-list">
      {data.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const remove = useDeleteNotice();
  return (
    <li className={classes["row"]}>
      <Tag tone={TONES[notice.level]}>{LEVEL_LABELS[notice.level]}</Tag>
      <span className="grow-200 miw-0 breaks">{notice.text}</span>
      <span className="muted">{notice.ends_at ? <End moment={notice.ends_at} /> : "No end"}</span>
      <BusyButton size="xs" color="red" isBusy={remove.isPending} onClick={() => remove.mutate(notice)}>
        Delete
      </BusyButton>
    </li>
  );
}

function End({ moment }: { moment: string }) {
  return (
    <>
      Until <Moment at={moment} />
    </>
  );
}

const MAX_NOTICE_LENGTH = 300;

const LEVELS = Object.entries(LEVEL_LABELS).map(([value, label]) => ({ value, label }));

function NoticeForm() {
  const [text, setText] = useState("");
  const [level, setLevel] = useState<Notice["level"]>("info");
  const [end, setEnd] = useState("");
  const create = useCreateNotice();
  const errors = fieldErrors(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ends_at = end ? new Date(end).toISOString() : null;
    create.mutate({ text: text.trim(), level, ends_at }, { onSuccess: () => setText("") });
  };
  return (
    <form className="gap-12 wrap flex align-flex-end" onSubmit={submit}>
      <TextInput
        className={classes["wide"] ?? ""}
        label="Notice"
        placeholder="Maintenance at 18:00, about ten minutes"
        maxLength={MAX_NOTICE_LENGTH}
        value={text}
        error={errors["text"]}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        label="Level"
        data={LEVELS}
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value as Notice["level"])}
      />
      <TextInput
        label="Ends (optional)"
        type="datetime-local"
        value={end}
        error={errors["ends_at"]}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
      <BusyButton type="submit" variant="filled" isDisabled={text.trim() === ""} isBusy={create.isPending}>
        Publish
      </BusyButton>
    </form>
  );
}
