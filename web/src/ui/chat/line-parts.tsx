import { type ReactNode, useState } from "react";
import type { LinePart } from "../../api/chat";
import { formatNumber } from "../../lib/locale";
import { isVisible } from "../../lib/text/visible";
import { foldParts, type RenderedPart, stackEmotes } from "./emote-stacks";
import classes from "./line-parts.module.css";
import { safeUrl } from "./safe-url";

export const FOLDED_CHARACTERS = 600;
const FOLD_ABOVE = 1_000;
const EMOTE_HEIGHT = 24;
// Shown as one space: a message of many line breaks would be taller than the screen.
const LINE_BREAKS = /[\n\r\x85\u2028\u2029]+/g;

// Unfolded messages; outside of the component, because virtual rows are remounted on scroll.
const unfolded = new WeakSet<readonly LinePart[]>();

interface LinePartsProps {
  parts: readonly LinePart[];
  /** The user's own names in lower case; mentions of them are highlighted. */
  myNames?: ReadonlySet<string> | undefined;
  /** False where Tab skips the links: in a list, Tab reaches only the links of the selected row. */
  areLinksReachable?: boolean;
}

/** Text, emotes and links of a message; never markup. */
export function LineParts({ parts, myNames, areLinksReachable = true }: LinePartsProps) {
  const [isOpen, setIsOpen] = useState(() => unfolded.has(parts));
  const unfold = () => {
    unfolded.add(parts);
    setIsOpen(true);
  };
  if (isBlank(parts)) return <span className="muted italic">empty message</span>;
  const isFolded = !isOpen && lengthOf(parts) > FOLD_ABOVE;
  const rendered = stackEmotes(isFolded ? foldParts(parts, FOLDED_CHARACTERS) : parts);
  return (
    <>
      <bdi className={classes["parts"]} dir="auto">
        {rendered.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change their order
          <Piece key={index} rendered={piece} myNames={myNames} areLinksReachable={areLinksReachable} />
        ))}
        {isFolded && "…"}
      </bdi>
      {isFolded && (
        <button type="button" className={classes["more"]} onClick={unfold}>
          Show all
        </button>
      )}
    </>
  );
}

/** Whether a message has only invisible text: an empty row would look broken. */
function isBlank(parts: readonly LinePart[]): boolean {
  return parts.length > 0 && parts.every(({ kind, text }) => kind === "text" && !isVisible(text));
}

interface PieceProps {
  rendered: RenderedPart;
  myNames: ReadonlySet<string> | undefined;
  areLinksReachable: boolean;
}

function Piece({ rendered: { part, overlays }, myNames, areLinksReachable }: PieceProps): ReactNode {
  switch (part.kind) {
    case "emote":
      return <EmoteStack part={part} overlays={overlays} />;
    case "mention":
      return <Mention text={part.text} isMe={isMyName(part.text, myNames)} />;
    case "link":
      return <ExternalLink part={part} isReachable={areLinksReachable} />;
    case "gif":
      return <Gif part={part} isReachable={areLinksReachable} />;
    case "cheer":
    case "gift":
      return <GiftOrCheer part={part} />;
    default:
      return part.text.replace(LINE_BREAKS, " ");
  }
}

/** A GIF and its link; the style sheet shows only the link to users who prefer reduced motion. */
function Gif({ part, isReachable }: { part: LinePart; isReachable: boolean }) {
  if (!safeUrl(part.url)) return part.text;
  return (
    <span className={classes["gif"]}>
      <EmoteImage part={part} />
      <ExternalLink part={part} isReachable={isReachable} />
    </span>
  );
}

function EmoteStack({ part, overlays }: RenderedPart) {
  const base = <EmoteImage part={part} />;
  if (overlays.length === 0) return base;
  return (
    <span className={classes["stack"]}>
      {base}
      {overlays.map((layer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an emote may be repeated, and the order never changes
        <EmoteImage key={index} part={layer} isOverlay />
      ))}
    </span>
  );
}

interface EmoteImageProps {
  part: LinePart;
  isOverlay?: boolean;
  onBroken?: () => void;
}

/** The image of an emote, GIF, cheer or gift, or its text if the image fails or has no http(s) address. */
function EmoteImage({ part, isOverlay = false, onBroken }: EmoteImageProps) {
  const [isBroken, setIsBroken] = useState(false);
  const url = safeUrl(part.url);
  if (!url || isBroken) return part.text;
  const showText = () => {
    setIsBroken(true);
    onBroken?.();
  };
  return (
    <img
      className={classes["emote"]}
      data-over={isOverlay || undefined}
      src={url}
      srcSet={srcSetOf(url, part.large_url)}
      alt={part.text}
      title={part.source ? `${part.text} · ${part.source}` : part.text}
      width={widthOf(part)}
      height={EMOTE_HEIGHT}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={showText}
    />
  );
}

function srcSetOf(url: string, largeUrl: string | undefined): string | undefined {
  const large = safeUrl(largeUrl);
  return large ? `${url} 1x, ${large} 2x` : undefined;
}

function widthOf({ width = 0, height = 0 }: LinePart): number | undefined {
  if (width <= 0 || height <= 0) return undefined;
  return Math.min(4 * EMOTE_HEIGHT, Math.round((width / height) * EMOTE_HEIGHT));
}

function Mention({ text, isMe }: { text: string; isMe: boolean }) {
  return (
    <span className={classes["mention"]} data-me={isMe || undefined}>
      {text}
    </span>
  );
}

function ExternalLink({ part, isReachable }: { part: LinePart; isReachable: boolean }) {
  const href = safeUrl(part.url);
  if (!href) return part.text;
  return (
    <a
      className={classes["link"]}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={isReachable ? 0 : -1}
    >
      {part.text}
    </a>
  );
}

/** Image and value of a gift or cheer; without the image "Rose 1,500" or "Cheer100". */
function GiftOrCheer({ part }: { part: LinePart }) {
  const [isWithoutImage, setIsWithoutImage] = useState(safeUrl(part.url) === null);
  const { text, amount = 0 } = part;
  const value = amount > 0 ? formatNumber(amount) : "";
  const fallback = text.endsWith(String(amount)) ? text : [text, value].filter(Boolean).join(" ");
  return (
    <span className="digits fw-700">
      {!isWithoutImage && <EmoteImage part={part} onBroken={() => setIsWithoutImage(true)} />}
      {isWithoutImage ? fallback : value || text}
    </span>
  );
}

function lengthOf(parts: readonly LinePart[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** Whether a mention is a name of the user: "@Juniper Vale" is "juniper vale". */
export function isMyName(text: string, myNames: ReadonlySet<string> | undefined): boolean {
  return myNames?.has(text.replace(/^@/, "").trim().toLowerCase()) ?? false;
}
