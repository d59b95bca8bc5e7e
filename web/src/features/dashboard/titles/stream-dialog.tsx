import { Button, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { usePlatforms } from "../../../api/platforms";
import type { Channel, ChannelProvider, Platform } from "../../../api/types";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { PlatformIcon } from "../../../ui/platform-icon";
import { toast } from "../../../ui/toast/toast";
import classes from "./stream-dialog.module.css";
import { type Category, type StreamChange, useCategories, useChangeStreams } from "./stream-info.queries";
import { countCharacters, type Problems, problemsIn, titleLimit } from "./title-rules";

interface StreamDialogProps {
  channel: Channel;
  providers: readonly ChannelProvider[];
  onClose: () => void;
}

interface TitleTarget {
  provider: ChannelProvider;
  platform: Platform;
  limit: number;
}

/** The new category of a connection; undefined if unchanged, null if it was typed but not chosen. */
type Choice = Category | null | undefined;

/** Dialog with one title for all platforms, and a title and a category for each platform. */
export function StreamDialog({ channel, providers, onClose }: StreamDialogProps) {
  const targets = useTargets(providers);
  const [titles, setTitles] = useState<Record<string, string>>({});
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [problems, setProblems] = useState<Record<string, Problems>>({});
  const { mutate, isPending } = useChangeStreams(channel.id);
  const titleOf = ({ provider }: TitleTarget) => titles[provider.id] ?? provider.title ?? "";
  const isTooLong = targets.some((target) => countCharacters(titleOf(target).trim()) > target.limit);
  const setAll = (text: string) => setTitles(Object.fromEntries(targets.map(({ provider }) => [provider.id, text])));
  /** Shows the problems; returns whether there are any. */
  const showProblems = (found: Record<string, Problems>) => {
    setProblems(found);
    return Object.values(found).some(({ title, category }) => title || category);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong || isPending) return;
    const choiceOf = ({ provider }: TitleTarget) => choices[provider.id];
    const found = targets.map((one) => [one.provider.id, inputProblems(one, titleOf(one), choiceOf(one))]);
    if (showProblems(Object.fromEntries(found))) return;
    const changed = targets.flatMap((one) => changeOf(one, titleOf(one), choiceOf(one)));
    if (changed.length === 0) return onClose();
    mutate(changed, {
      onSuccess: (results) => {
        if (showProblems(Object.fromEntries(results.map((one) => [one.channel_provider_id, problemsIn(one)])))) return;
        toast.success("Title and category saved");
        onClose();
      },
      onError: (error) => setProblems(requestProblems(error, changed)),
    });
  };
  return (
    <Dialog opened onClose={onClose} title="Title and category" size="lg">
      <form className="column gap-16" onSubmit={save}>
        <TextInput
          label="Title for all platforms"
          placeholder="Type one title for all"
          onChange={(event) => setAll(event.currentTarget.value)}
        />
        {targets.map((target) => (
          <fieldset key={target.provider.id} className={classes["platform"]}>
            <legend>
              <PlatformIcon provider={target.provider.provider} size={14} />
              {target.platform.name}
            </legend>
            <TitleInput
              target={target}
              text={titleOf(target)}
              problem={problems[target.provider.id]?.title}
              onChange={(text) => setTitles((all) => ({ ...all, [target.provider.id]: text }))}
            />
            <CategoryInput
              channelId={channel.id}
              provider={target.provider}
              platformName={target.platform.name}
              problem={problems[target.provider.id]?.category}
              onChange={(choice) => setChoices((all) => ({ ...all, [target.provider.id]: choice }))}
            />
          </fieldset>
        ))}
        <div className="gap-8 flex justify-end">
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton type="submit" variant="filled" isBusy={isPending} isDisabled={isTooLong}>
            Save
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

/** Connections whose title can be set, in the order of the platforms, as on the dashboard. */
function useTargets(providers: readonly ChannelProvider[]): TitleTarget[] {
  return usePlatforms().flatMap((platform) => {
    const limit = titleLimit(platform);
    if (limit === null) return [];
    const connected = providers.filter(({ provider }) => provider === platform.provider);
    return connected.map((provider) => ({ provider, platform, limit }));
  });
}

/** Problems to solve before saving: a title that was emptied, or a category that was typed but not chosen. */
function inputProblems({ provider }: TitleTarget, title: string, choice: Choice): Problems {
  return {
    ...(title.trim() === "" && provider.title && { title: "Type a title" }),
    ...(choice === null && { category: "Choose one of the list" }),
  };
}

function changeOf({ provider }: TitleTarget, title: string, choice: Choice): StreamChange[] {
  const change: StreamChange = { channel_provider_id: provider.id };
  if (title.trim() !== "" && title.trim() !== (provider.title ?? "")) change.title = title;
  if (choice) change.category = { id: choice.id, name: choice.name };
  return change.title === undefined && change.category === undefined ? [] : [change];
}

/** Problems by connection id; an error that names no field is shown on all changed fields. */
function requestProblems(error: Error, changes: readonly StreamChange[]): Record<string, Problems> {
  const fields = Object.entries(fieldErrors(error));
  const problemOf = (field: string) => fields.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
  const named = changes.map((_, position) => ({
    title: problemOf(`changes.${position}.title`),
    category: problemOf(`changes.${position}.category`),
  }));
  const hasNamed = named.some(({ title, category }) => title !== undefined || category !== undefined);
  const message = messageOf(error);
  const shown = changes.map(({ channel_provider_id: id, title, category }, position) => {
    if (hasNamed) return [id, named[position]];
    return [id, { ...(title && { title: message }), ...(category && { category: message }) }];
  });
  return Object.fromEntries(shown);
}

interface TitleInputProps {
  target: TitleTarget;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function TitleInput({ target: { platform, limit }, text, problem, onChange }: TitleInputProps) {
  const count = countCharacters(text.trim());
  return (
    <TextInput
      label={`Title on ${platform.name}`}
      value={text}
      error={count > limit ? `At most ${limit} characters` : problem}
      rightSection={<span className={classes["count"]}>{`${count}/${limit}`}</span>}
      rightSectionWidth={64}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface CategoryInputProps {
  channelId: string;
  provider: ChannelProvider;
  platformName: string;
  problem: string | undefined;
  /** Called with undefined for the current category, and with null for a text that was typed but not chosen. */
  onChange: (category: Category | null | undefined) => void;
}

/** Field that searches the platform's categories; the user must choose one of the results. */
function CategoryInput({ channelId, provider, platformName, problem, onChange }: CategoryInputProps) {
  const combobox = useCombobox();
  const current = provider.category ?? "";
  const [text, setText] = useState(current);
  const [query] = useDebouncedValue(text.trim(), 300);
  const isTyped = query !== "" && query !== current;
  const found = useCategories(channelId, provider.id, isTyped ? query : "");
  const type = (value: string) => {
    setText(value);
    onChange(value.trim() === current ? undefined : null);
    combobox.openDropdown();
  };
  const choose = (id: string) => {
    const category = found.data?.records.find((one) => one.id === id);
    if (!category) return;
    setText(category.name);
    onChange(category);
    combobox.closeDropdown();
  };
  const note = found.error ? messageOf(found.error) : found.data?.detail || noneFound(found.data?.records.length);
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={`Category on ${platformName}`}
          value={text}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isTyped || found.isLoading}>
        <Combobox.Options>
          {found.data?.records.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
          {note && <Combobox.Empty>{note}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function noneFound(count: number | undefined): string {
  return count === 0 ? "Nothing found" : "";
}
