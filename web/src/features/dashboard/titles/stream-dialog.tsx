import { Button, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { Channel, ChannelProvider, Platform } from "../../../api/types";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { PlatformIcon } from "../../../ui/platform-icon";
import { toast } from "../../../ui/toast/toast";
import classes from "./stream-dialog.module.css";
import { type Category, type StreamChange, useCategories, useChangeStreams } from "./stream-info.queries";
import { countCharacters, problemOf, titleLimit } from "./title-rules";

interface StreamDialogProps {
  channel: Channel;
  providers: readonly ChannelProvider[];
  onClose: () => void;
}

interface Target {
  provider: ChannelProvider;
  platform: Platform;
  limit: number;
}

/** Title for all platforms or each its own, and a category for each platform. */
export function StreamDialog({ channel, providers, onClose }: StreamDialogProps) {
  const targets = useTargets(providers);
  const [titles, setTitles] = useState<Record<string, string>>({});
  const [categories, setCategories] = useState<Record<string, Category | null>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { mutate, isPending } = useChangeStreams(channel.id);
  const titleOf = ({ provider }: Target) => titles[provider.id] ?? provider.title ?? "";
  const changed = targets.flatMap((target) => changeOf(target, titleOf(target), categories[target.provider.id]));
  const isTooLong = targets.some((target) => countCharacters(titleOf(target).trim()) > target.limit);
  const setAll = (text: string) => setTitles(Object.fromEntries(targets.map(({ provider }) => [provider.id, text])));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong || isPending) return;
    if (changed.length === 0) return onClose();
    mutate(changed, {
      onSuccess: (results) => {
        const failed = results.flatMap((result) => {
          const why = problemOf(result);
          return why === null ? [] : [[result.channel_provider_id, why] as const];
        });
        setProblems(Object.fromEntries(failed));
        if (failed.length > 0) return;
        toast.success("Title and category saved");
        onClose();
      },
      onError: (error) => setProblems(problemsOf(error, changed)),
    });
  };
  return (
    <Dialog opened onClose={onClose} title="Title and category" size="lg">
      <form className={classes["form"]} onSubmit={save}>
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
              problem={problems[target.provider.id]}
              onChange={(text) => setTitles((all) => ({ ...all, [target.provider.id]: text }))}
            />
            <CategoryInput
              channelId={channel.id}
              target={target}
              onChange={(category) => setCategories((all) => ({ ...all, [target.provider.id]: category }))}
            />
          </fieldset>
        ))}
        <div className={classes["buttons"]}>
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton type="submit" variant="filled" isBusy={isPending} isDisabled={isTooLong}>
            Save
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

function useTargets(providers: readonly ChannelProvider[]): Target[] {
  const platforms = usePlatforms();
  return providers.flatMap((provider) => {
    const platform = platforms.find((one) => one.provider === provider.provider);
    const limit = titleLimit(platform);
    return platform && limit !== null ? [{ provider, platform, limit }] : [];
  });
}

function changeOf({ provider }: Target, title: string, category: Category | null | undefined): StreamChange[] {
  const change: StreamChange = { channel_provider_id: provider.id };
  if (title.trim() !== "" && title.trim() !== (provider.title ?? "")) change.title = title;
  if (category) change.category = { id: category.id, name: category.name };
  return change.title === undefined && change.category === undefined ? [] : [change];
}

/** By connection; an error about no field is shown on all. */
function problemsOf(error: Error, changes: readonly StreamChange[]): Record<string, string> {
  const fields = fieldErrors(error);
  const named = changes.flatMap(({ channel_provider_id: id }, position) => {
    const message = fields[`changes.${position}.title`];
    return message === undefined ? [] : [[id, message] as const];
  });
  const shown =
    named.length > 0 ? named : changes.map(({ channel_provider_id: id }) => [id, messageOf(error)] as const);
  return Object.fromEntries(shown);
}

interface TitleInputProps {
  target: Target;
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
  target: Target;
  onChange: (category: Category | null) => void;
}

/** Searches the platform's own categories while typing. */
function CategoryInput({ channelId, target: { provider, platform }, onChange }: CategoryInputProps) {
  const combobox = useCombobox();
  const [text, setText] = useState(provider.category ?? "");
  const [query] = useDebouncedValue(text.trim(), 300);
  const isTyped = query !== "" && query !== provider.category;
  const found = useCategories(channelId, provider.id, isTyped ? query : "");
  const type = (value: string) => {
    setText(value);
    onChange(null);
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
          label={`Category on ${platformName([platform], provider.provider)}`}
          value={text}
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
