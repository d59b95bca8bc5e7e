import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { DataTable } from "mantine-datatable";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Channel } from "../../api/types";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../lib/search";
import { Dialog } from "../../ui/dialogs/dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { recordTable } from "../../ui/table/record-table";
import classes from "./channel-picker.module.css";
import { useChannelPages } from "./channels.queries";

const LIST_HEIGHT = 400;
interface ChannelPickerProps {
  opened: boolean;
  onClose: () => void;
}

export function ChannelPicker({ opened, onClose }: ChannelPickerProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Pick a channel" size={440}>
      <PickerBody onClose={onClose} />
    </Dialog>
  );
}

function PickerBody({ onClose }: Pick<ChannelPickerProps, "onClose">) {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  return (
    <>
      <div className="gap-8 flex pb-12">
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Search channels"
          placeholder="Search..."
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Button component={Link} to="/create-channel" onClick={onClose} leftSection={<IconPlus size={16} />}>
          Create
        </Button>
      </div>
      <PickerList name={name} onClose={onClose} />
      <Button component={Link} to="/channels" onClick={onClose} variant="subtle" fullWidth>
        All channels
      </Button>
    </>
  );
}

function PickerList({ name, onClose }: { name: string; onClose: () => void }) {
  const navigate = useNavigate();
  const list = useChannelPages(name);
  if (list.isError && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;

  function pick(channel: Channel) {
    onClose();
    void navigate(`/channels/${channel.id}`);
  }

  return (
    <DataTable
      {...recordTable}
      height={LIST_HEIGHT}
      noHeader
      columns={[{ accessor: "display_name", render: (channel: Channel) => <PickerName channel={channel} /> }]}
      records={list.channels}
      fetching={list.isFetching}
      noRecordsText="No channels"
      onScrollToBottom={list.loadMore}
      onRowClick={({ record }) => pick(record)}
    />
  );
}

// A button makes the row reachable by keyboard; a click on the button bubbles to the row.
function PickerName({ channel }: { channel: Channel }) {
  return <UnstyledButton className="breaks w-full block">{channel.display_name}</UnstyledButton>;
}
