import { ActionIcon, Textarea, Tooltip } from "@mantine/core";
import { IconMoodSmile, IconSend2 } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ChatLine, SentMessage } from "../../api/chat";
import { usePlatforms } from "../../api/platforms";
import type { Channel, ChannelProvider, Platform, UserProvider } from "../../api/types";
import { listed } from "../../lib/text/join-names";
import { makeUuid } from "../../lib/uuid";
import { isVisible } from "../../lib/text/visible";
import classes from "./composer.module.css";
import { useSend } from "./composer.queries";
import { problemOf } from "./length-labels";
import { LengthLine } from "./length-line";
import type { KnownCommand } from "./menu/menu-items";
import { MenuList } from "./menu/menu-list";
import { type Menu, useMenu } from "./menu/use-menu";
import type { Person } from "./person";
import { ReplyBanner } from "./reply-banner";
import { SpeakerMenu } from "./send-as-menu";
import { historyOf, type SentHistory } from "./sent-history";
import { isOrder } from "./slash/slash-commands";
import { useOrders } from "./slash/use-slash-commands";
import { TargetChips } from "./targets/target-chips";
import type { Target } from "./targets/targets";
import { type Desk, useDesk } from "./targets/use-composer-targets";
import { type Draft, useDraft } from "./use-draft";
import { useSubmit, wanted } from "./use-submit";

export interface ComposerProps {
  channel: Pick<Channel, "id">;
  providers: readonly ChannelProvider[];
  /** The accounts of whoever writes. */
  accounts: readonly UserProvider[];
  onConnectAccount: (platform: Platform) => void;
  replyTo: ChatLine | null;
  /** Cancelled, sent, or turned into "@name ". */
  onReplyDone: () => void;
  /** Recent chatters, newest first; asked when a menu needs them. */
  people: () => readonly Person[];
  onSent: (sent: SentMessage) => void;
  onOpenViewer: (provider: string, viewerId: string) => void;
  /** A hook: the commands that begin with what was typed behind "!"; null while nobody types one. */
  useCommands?: (query: string | null) => readonly KnownCommand[];
}

const NO_COMMANDS: readonly KnownCommand[] = [];
const useNoCommands = () => NO_COMMANDS;

export function Composer(props: ComposerProps) {
  const { channel, providers, accounts, replyTo, onReplyDone } = props;
  const desk = useDesk(channel.id, providers, accounts);
  const draft = useDraft(channel.id);
  const reply = useReply(props, draft, desk);
  const [picked, setPicked] = useState<Person | null>(null);
  const { people, useCommands = useNoCommands } = props;
  const onPerson = (person: Person) => {
    setPicked(person);
    action.forget();
  };
  const menu = useMenu({ channelId: channel.id, draft, people, useCommands, onPerson });
  const history = historyOf(channel.id);
  const action = useAction({ ...props, replyTo: reply }, draft, desk, picked, history, menu.openAtName);
  const shown = reply ? wanted(desk.targets, reply, false) : desk.targets.filter(({ isChosen }) => isChosen);
  const live = isVisible(draft.text) && !isOrder(draft.text) ? problemOf(draft.text, desk.targets, shown) : null;
  return (
    <section className={classes["composer"]} aria-label="Write a message">
      <div className={classes["head"]}>
        <span className={classes["to"]}>To</span>
        <TargetChips
          targets={reply ? onlyFor(reply, desk.targets) : desk.targets}
          onChoose={desk.choose}
          onConnectAccount={props.onConnectAccount}
        />
        <SpeakerMenu speaker={desk.speaker} providers={providers} accounts={accounts} onChoose={desk.speakAs} />
      </div>
      {reply && <ReplyBanner line={reply} onCancel={onReplyDone} />}
      <Field
        draft={draft}
        menu={menu}
        history={history}
        placeholder={placeholder(shown)}
        onSubmit={action.submit}
        onTyped={action.forget}
        onEscape={replyTo ? onReplyDone : undefined}
      />
      <LengthLine text={isOrder(draft.text) ? "" : draft.text} targets={shown} problem={action.problem ?? live} />
    </section>
  );
}

function useAction(
  props: ComposerProps,
  draft: Draft,
  desk: Desk,
  picked: Person | null,
  history: SentHistory,
  onSeveral: () => void,
) {
  const { channel, providers, people, onSent, onOpenViewer, replyTo, onReplyDone } = props;
  const send = useSend(channel.id, onSent).mutateAsync;
  const runOrder = useOrders({
    channelId: channel.id,
    providers,
    people,
    onOpenViewer,
    onSeveral,
    onReply: (target, text) =>
      send({ id: makeUuid(), text, targets: [target.connection_id], speaker: desk.speaker, reply_to: target }),
  });
  return useSubmit({ draft, desk, replyTo, picked, history, send, runOrder, onReplyDone });
}

/** A line that can be answered. Where a platform has no replies the text begins with the name instead. */
function useReply({ replyTo, onReplyDone }: ComposerProps, draft: Draft, desk: Desk): ChatLine | null {
  const platforms = usePlatforms();
  const platform = platforms.find(({ provider }) => provider === replyTo?.provider);
  const isTaken = platform?.flags.chatReplyMessage === true;
  const { field, put } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each line that is to be answered.
  useEffect(() => {
    if (!replyTo) return;
    if (isTaken) return field.current?.focus();
    put(`@${replyTo.author?.name ?? ""} ${field.current?.value ?? ""}`);
    const there = desk.targets.find(({ id }) => id === replyTo.connection_id);
    // Whoever answers somebody there wants it to be read there.
    if (there?.lock === null && !there.isChosen) desk.choose(there.id, true);
    onReplyDone();
  }, [replyTo, isTaken]);
  return isTaken ? replyTo : null;
}

function onlyFor(reply: ChatLine, targets: readonly Target[]): Target[] {
  return targets.map((target) => {
    if (target.id === reply.connection_id) return { ...target, isChosen: target.lock === null };
    return { ...target, isChosen: false, needsAccount: false, lock: target.lock ?? "A reply goes where it was asked" };
  });
}

function placeholder(targets: readonly Target[]): string {
  return targets.length === 0 ? "Choose where it goes" : `Message ${listed(targets.map(({ label }) => label))}`;
}

interface FieldProps {
  draft: Draft;
  menu: Menu;
  history: SentHistory;
  placeholder: string;
  onSubmit: (isForAll: boolean) => void;
  onTyped: () => void;
  onEscape: (() => void) | undefined;
}

function Field({ draft, menu, history, placeholder, onSubmit, onTyped, onEscape }: FieldProps) {
  const listId = useId();
  const isOpen = menu.items.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character, which is not the end of the message.
    if (event.nativeEvent.isComposing) return;
    if (menu.takeKey(event)) return event.preventDefault();
    if (event.key === "Enter") {
      event.preventDefault();
      return onSubmit(event.shiftKey);
    }
    if (event.key === "Escape") return onEscape?.();
    const earlier = recalled(event.key, draft.text, history);
    if (earlier === null) return;
    event.preventDefault();
    draft.put(earlier);
  };
  return (
    <div className={classes["row"]}>
      <div className={classes["fieldBox"]}>
        {isOpen && <MenuList id={listId} menu={menu} />}
        <Textarea
          ref={draft.field}
          classNames={{ input: classes["field"] ?? "" }}
          aria-label="Message"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${menu.active}` : undefined}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          placeholder={placeholder}
          rightSectionPointerEvents="auto"
          rightSection={
            <Tooltip label="Emotes">
              <ActionIcon aria-label="Emotes" size={24} onClick={menu.askForEmotes}>
                <IconMoodSmile size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          }
          value={draft.text}
          onChange={(event) => {
            menu.reset();
            history.rest();
            onTyped();
            draft.typed(event.currentTarget);
          }}
          onSelect={(event) => draft.moved(event.currentTarget)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Tooltip label="Send">
        <ActionIcon
          className={classes["send"] ?? ""}
          variant="filled"
          size={36}
          aria-label="Send"
          onClick={() => onSubmit(false)}
        >
          <IconSend2 size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** What an arrow key brings back from the messages before; null when it only moves the caret. */
function recalled(key: string, text: string, history: SentHistory): string | null {
  const isBrowsing = text === "" || history.isShowing(text);
  if (!isBrowsing) return null;
  if (key === "ArrowUp") return history.older();
  return key === "ArrowDown" && text !== "" ? history.newer() : null;
}
