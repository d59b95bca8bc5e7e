import { IconEqual, IconLock, IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { Channel, ChannelProvider } from "../../../api/types";
import { can } from "../../../session/channel";
import { toast } from "../../../ui/toast/toast";
import { useChangeStreams } from "./stream-info.queries";
import classes from "./title-field.module.css";
import { countCharacters, problemsIn, sameTitleAs, titleLimit } from "./title-rules";

interface TitleFieldProps {
  channel: Channel;
  provider: ChannelProvider;
  providers: readonly ChannelProvider[];
}

/** The title on one platform, or "Same title as Twitch"; a button that opens an editor if the user can change it. */
export function TitleField({ channel, provider, providers }: TitleFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const platforms = usePlatforms();
  const platform = platforms.find((one) => one.provider === provider.provider);
  const limit = titleLimit(platform);
  if (isEditing && limit !== null) {
    return <TitleEditor {...{ channel, provider, limit }} onClose={() => setIsEditing(false)} />;
  }
  if (limit === null) {
    return (
      <span className={classes["title"]} data-locked>
        <IconLock size={14} aria-hidden="true" />
        <span className={classes["text"]}>{`Set the title in the ${platform?.name} app`}</span>
      </span>
    );
  }
  const same = sameTitleAs(provider, providers);
  const text = same ? `Same title as ${platformName(platforms, same.provider)}` : (provider.title ?? "No title");
  if (!can(channel, "title.update")) {
    return (
      <span className={classes["title"]}>
        <span className={classes["text"]}>{text}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes["title"]}
      data-editable
      aria-label={`Change the title on ${platform?.name}`}
      title={provider.title ?? undefined}
      onClick={() => setIsEditing(true)}
    >
      {same && <IconEqual size={14} aria-hidden="true" />}
      <span className={classes["text"]}>{text}</span>
      <IconPencil size={14} aria-hidden="true" />
    </button>
  );
}

interface TitleEditorProps {
  channel: Channel;
  provider: ChannelProvider;
  limit: number;
  onClose: () => void;
}

/** Enter saves, Escape keeps the old title; a refused text stays, with the reason below. */
function TitleEditor({ channel, provider, limit, onClose }: TitleEditorProps) {
  const [text, setText] = useState(provider.title ?? "");
  const [problem, setProblem] = useState("");
  const name = platformName(usePlatforms(), provider.provider);
  const { mutate, isPending } = useChangeStreams(channel.id);
  const count = countCharacters(text.trim());
  const isTooLong = count > limit;
  const save = () => {
    if (isPending || isTooLong || count === 0) return;
    if (text.trim() === provider.title) return onClose();
    mutate([{ channel_provider_id: provider.id, title: text }], {
      onSuccess: ([result]) => {
        const refusal = result && problemsIn(result).title;
        if (refusal) return setProblem(refusal);
        toast.success(`Title changed on ${name}`);
        onClose();
      },
      onError: (error) => setProblem(fieldProblem(error)),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key === "Escape") onClose();
  };
  return (
    <div className={classes["editor"]} data-invalid={isTooLong || problem !== "" || undefined}>
      <input
        className={classes["input"]}
        aria-label={`Title on ${name}`}
        aria-invalid={isTooLong || problem !== ""}
        aria-describedby={`title-problem-${provider.id}`}
        // biome-ignore lint/a11y/noAutofocus: the user opened the field to type
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem("");
        }}
        onKeyDown={onKeyDown}
        onBlur={() => count > 0 && text.trim() === (provider.title ?? "") && onClose()}
      />
      <span className={classes["count"]}>{`${count}/${limit}`}</span>
      <button type="button" className={classes["save"]} aria-disabled={isPending || isTooLong} onClick={save}>
        Save
      </button>
      <span className={classes["problem"]} id={`title-problem-${provider.id}`} role="status">
        {isTooLong ? `At most ${limit} characters` : problem}
      </span>
    </div>
  );
}

function fieldProblem(error: Error): string {
  return fieldErrors(error)["changes.0.title"] ?? messageOf(error);
}
