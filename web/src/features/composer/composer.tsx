import { ActionIcon, Textarea, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconMoodSmile, IconSend2, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useState } from "react";
import type { ChatLine, SentMessage } from "../../api/chat";
import type { Channel, ChannelProvider, Platform, UserProvider } from "../../api/types";
import { loadScreen } from "../../lib/reload-guard";
import { joinNames } from "../../lib/text/join-names";
import { isVisible } from "../../lib/text/visible";
import { makeUuid } from "../../lib/uuid";
import type { KeyOf } from "../../ui/shortcuts/shortcuts";
import classes from "./composer.module.css";
import { useSend } from "./composer.queries";
import { problemOf } from "./length-labels";
import { LengthLine } from "./length-line";
import type { KnownCommand } from "./menu/menu-items";
import { MenuList } from "./menu/menu-list";
import { type Menu, useMenu } from "./menu/use-menu";
import type { Person } from "./person";
import { SendAsMenu } from "./send-as-menu";
import { historyOf, type SentHistory } from "./sent-history";
import { isSlashCommand } from "./slash/load-slash";
import { useSlashCommands } from "./slash/use-slash-commands";
import { replyTargets, sendProblem, targetsFor, withMention } from "./targets/reply-targets";
import { TargetChips } from "./targets/target-chips";
import type { Target } from "./targets/targets";
import { type ComposerTargets, useComposerTargets } from "./targets/use-composer-targets";
import { type Draft, useDraft } from "./use-draft";
import { type Picked, usePicked } from "./use-picked";
import { useSubmit } from "./use-submit";

const EmotePicker = lazy(() =>
  loadScreen(async () => ({ default: (await import("./picker/emote-picker")).EmotePicker })),
);

export interface ComposerProps {
  channel: Pick<Channel, "id" | "permissions">;
  providers: readonly ChannelProvider[];
  /** The user's own accounts. */
  accounts: readonly UserProvider[];
  onConnectAccount: (platform: Platform) => void;
  replyTo: ChatLine | null;
  /** Called when the reply is cancelled or sent. */
  onReplyDone: () => void;
  /** Recent chatters, newest first; called when a menu or a slash command needs them. */
  people: () => readonly Person[];
  onSent: (sent: SentMessage) => void;
  onOpenViewer: (provider: string, viewerId: string) => void;
  /** Hook: the commands that match the text after the command prefix; the text is null while no command is typed. */
  useCommands?: (query: string | null) => readonly KnownCommand[];
}

const NO_COMMANDS: readonly KnownCommand[] = [];
const useNoCommands = () => NO_COMMANDS;

export function Composer(props: ComposerProps) {
  const { channel, providers, accounts, replyTo, onReplyDone } = props;
  const delivery = useComposerTargets(channel.id, providers, accounts);
  const { targets } = delivery;
  const draft = useDraft(channel.id);
  useFocusOnReply(replyTo, draft.field);
  const picked = usePicked(draft.text);
  const { people, useCommands = useNoCommands } = props;
  const onPickPerson = (person: Person) => {
    picked.set(person);
    action.clearProblem();
  };
  const slashTargets = { targets: targetsFor(targets, null, false), canRaid: canRaid(channel) };
  const menu = useMenu({ channelId: channel.id, draft, people, useCommands, onPickPerson, slashTargets });
  const history = historyOf(channel.id);
  const action = useComposerAction(props, draft, delivery, picked, history, menu.openAtUser);
  const selected = replyTo ? targetsFor(targets, replyTo, false) : targets.filter(({ isSelected }) => isSelected);
  const message = isSlashCommand(draft.text) ? "" : draft.text;
  const chipTargets = replyTo ? replyTargets(replyTo, targets) : targets;
  const problem = action.problem ?? (isVisible(message) ? sendProblem(message, targets, selected, replyTo) : null);
  return (
    <section className="rigid line-above relative pb-8 px-12 pt-10" aria-label="Send a message">
      <div className="row gap-6 wrap mb-8">
        <span className={classes["to"]}>To</span>
        <TargetChips targets={chipTargets} onSelect={delivery.select} onConnectAccount={props.onConnectAccount} />
        <SendAsMenu speaker={delivery.speaker} providers={providers} accounts={accounts} onSelect={delivery.sendAs} />
      </div>
      {replyTo && <ReplyBanner line={replyTo} onCancel={onReplyDone} />}
      <Field
        channelId={channel.id}
        targets={selected}
        draft={draft}
        menu={menu}
        history={history}
        placeholder={placeholderFor(chipTargets, selected)}
        onSubmit={action.submit}
        onType={action.clearProblem}
        onEscape={replyTo ? onReplyDone : undefined}
      />
      <LengthLine text={withMention(message, replyTo, selected)} targets={selected} problem={problem} />
    </section>
  );
}

function useComposerAction(
  props: ComposerProps,
  draft: Draft,
  delivery: ComposerTargets,
  picked: Picked,
  history: SentHistory,
  onAmbiguous: () => void,
) {
  const { channel, providers, people, onSent, onOpenViewer, replyTo, onReplyDone } = props;
  const send = useSend(channel.id, onSent).mutateAsync;
  const runSlashCommand = useSlashCommands({
    channelId: channel.id,
    providers,
    people,
    onOpenViewer,
    onAmbiguous,
    onReply: (target, text) =>
      send({
        id: makeUuid(),
        text,
        kind: "message",
        targets: [target.connection_id],
        speaker: delivery.speaker,
        reply_to: target,
      }),
  });
  return useSubmit({
    draft,
    delivery,
    replyTo,
    picked,
    history,
    send,
    runSlashCommand,
    onReplyDone,
    canRaid: canRaid(channel),
    ownConnections: ownConnections(props),
  });
}

function ownConnections({ providers, accounts }: Pick<ComposerProps, "providers" | "accounts">): Set<string> {
  const isOwn = ({ provider, provider_channel_id }: ChannelProvider) =>
    accounts.some((account) => account.provider === provider && account.provider_user_id === provider_channel_id);
  return new Set(providers.filter(isOwn).map(({ id }) => id));
}

/** Whether the user may raid, which needs the same permission as changing the title. */
function canRaid({ permissions }: Pick<Channel, "permissions">): boolean {
  return permissions.includes("title.update");
}

function useFocusOnReply(replyTo: ChatLine | null, field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo, field]);
}

function placeholderFor(targets: readonly Target[], selected: readonly Target[]): string {
  return problemOf("", targets, selected) ?? `Message ${joinNames(selected.map(({ label }) => label))}`;
}

interface FieldProps extends Omit<MessageFieldProps, "children"> {
  channelId: string;
  targets: readonly Target[];
}

function Field({ channelId, targets, ...message }: FieldProps) {
  const { draft, onSubmit } = message;
  const [isPicking, setPicking] = useState(false);
  const togglePicker = () => {
    if (isPicking) draft.field.current?.focus();
    setPicking(!isPicking);
  };
  return (
    <div className="gap-8 flex align-flex-end">
      <MessageField {...message}>
        <Tooltip label="Emotes" disabled={isPicking}>
          <ActionIcon
            aria-label="Emotes"
            aria-haspopup="dialog"
            aria-expanded={isPicking}
            data-emote-button
            size={24}
            onClick={togglePicker}
          >
            <IconMoodSmile size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </MessageField>
      <Suspense>
        {isPicking && (
          <EmotePicker channelId={channelId} draft={draft} targets={targets} onClose={() => setPicking(false)} />
        )}
      </Suspense>
      <Tooltip label="Send">
        <ActionIcon
          className={classes["send"] ?? ""}
          variant="filled"
          size={36}
          aria-label="Send"
          onClick={({ timeStamp }) => onSubmit(false, timeStamp)}
        >
          <IconSend2 size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

// Whether CSS makes the field grow with its text: measuring by script would lay out the whole page once more.
const GROWS_BY_CSS = globalThis.CSS?.supports?.("field-sizing", "content") ?? false;

interface MessageFieldProps {
  draft: Draft;
  menu: Menu;
  history: SentHistory;
  placeholder: string;
  /** `at` is the time stamp of the event. */
  onSubmit: (toAll: boolean, at: number) => void;
  onType: () => void;
  onEscape: (() => void) | undefined;
  /** The button inside the field. */
  children: ReactNode;
}

type KeyHandler = (event: KeyboardEvent) => void;
type KeyHandlers = Partial<Record<string, KeyHandler>>;

function MessageField({ draft, menu, history, placeholder, onSubmit, onType, onEscape, children }: MessageFieldProps) {
  const listId = useId();
  const isOpen = menu.items.length > 0;
  const submit = (toAll: boolean) => (event: KeyboardEvent) => {
    event.preventDefault();
    onSubmit(toAll, event.timeStamp);
  };
  const recall = (event: KeyboardEvent) => {
    const recalled = recallText(event.key, draft.text, history);
    if (recalled === null) return;
    event.preventDefault();
    draft.setText(recalled);
  };
  const keys: KeyHandlers = {
    Enter: submit(false),
    "shift+Enter": submit(true),
    Escape: () => onEscape?.(),
    ArrowUp: recall,
    ArrowDown: recall,
  } satisfies Record<KeyOf<"composer">, KeyHandler>;
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms an IME composition, which must not send.
    if (event.nativeEvent.isComposing) return;
    if (menu.handleKey(event)) return event.preventDefault();
    keys[event.key === "Enter" && event.shiftKey ? "shift+Enter" : event.key]?.(event);
  };
  return (
    <div className="grow miw-0 relative">
      {isOpen && <MenuList id={listId} menu={menu} />}
      <Textarea
        ref={draft.field}
        classNames={{ input: classes["field"] ?? "" }}
        aria-label="Message"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${menu.active}` : undefined}
        autosize={!GROWS_BY_CSS}
        minRows={1}
        maxRows={6}
        autoComplete="off"
        placeholder={placeholder}
        rightSectionPointerEvents="auto"
        rightSection={children}
        value={draft.text}
        onChange={(event) => {
          menu.reset();
          history.reset();
          onType();
          draft.onType(event.currentTarget);
        }}
        onSelect={(event) => draft.onCaretMove(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** The sent message that an arrow key recalls, empty after the newest; null if the key recalls nothing. */
function recallText(key: string, text: string, history: SentHistory): string | null {
  const isRecalling = text === "" || history.isRecalled(text);
  if (!isRecalling) return null;
  if (key === "ArrowUp") return history.older();
  return key === "ArrowDown" && text !== "" ? history.newer() : null;
}

function ReplyBanner({ line, onCancel }: { line: ChatLine; onCancel: () => void }) {
  return (
    <div className={classes["reply"]}>
      <IconArrowBackUp size={16} aria-hidden="true" />
      <p className="truncate grow miw-0">
        Reply to <bdi className="fw-500 bright">{line.author?.name}</bdi>: <bdi>{line.text}</bdi>
      </p>
      <ActionIcon aria-label="Cancel reply" size={24} onClick={onCancel}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
