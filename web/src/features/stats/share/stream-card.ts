import { runsOfValues, totals } from "../chart/stack";
import { count, hours } from "../numbers";
import type { StreamDetail } from "../stats-types";

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const MARGIN = 64;
const CHART_TOP = 400;

export interface CardText {
  channel: string;
  title: string;
  /** Date and length of the stream: "11 Nov 2025, 3 h 12 m". */
  when: string;
}

/** Draws a stream's main numbers and the curve of its viewers on the canvas, as a picture to share. */
export function drawStreamCard(canvas: HTMLCanvasElement, stream: StreamDetail, text: CardText): void {
  canvas.width = CARD_WIDTH;
  canvas.height = CARD_HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = style.getPropertyValue("--font") || "sans-serif";
  context.fillStyle = token("--page");
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  drawArea(context, stream, token("--mint"));
  const write = writer(context, font, token);
  write(text.channel, MARGIN, 100, { size: 28, colour: "--mint", weight: 600 });
  write(text.title || "Stream", MARGIN, 164, { size: 48, colour: "--text", weight: 600 });
  write(text.when, MARGIN, 212, { size: 26, colour: "--text-2", weight: 400 });
  cardFigures(stream).forEach(({ label, value }, index) => {
    const left = MARGIN + index * 270;
    write(value, left, 310, { size: 52, colour: "--text", weight: 600 });
    write(label, left, 350, { size: 24, colour: "--text-2", weight: 400 });
  });
}

export function cardFigures({ numbers }: Pick<StreamDetail, "numbers">): { label: string; value: string }[] {
  return [
    { label: "average viewers", value: count(numbers.average_viewers) },
    { label: "peak", value: count(numbers.peak_viewers) },
    { label: "watched hours", value: hours(numbers.watched_minutes) },
    { label: "messages", value: count(numbers.messages) },
  ];
}

interface TextStyle {
  size: number;
  colour: string;
  weight: number;
}

function writer(context: CanvasRenderingContext2D, font: string, token: (name: string) => string) {
  return (text: string, left: number, top: number, { size, colour, weight }: TextStyle) => {
    context.font = `${weight} ${size}px ${font}`;
    context.fillStyle = token(colour);
    context.fillText(shorten(context, text), left, top);
  };
}

/** Cuts text that is wider than the card, and adds "…". */
function shorten(context: CanvasRenderingContext2D, text: string): string {
  const isTooWide = (words: string) => context.measureText(words).width > CARD_WIDTH - 2 * MARGIN;
  if (!isTooWide(text)) return text;
  const letters = [...text];
  while (letters.length > 0 && isTooWide(`${letters.join("")}…`)) letters.pop();
  return `${letters.join("")}…`;
}

function drawArea(context: CanvasRenderingContext2D, stream: StreamDetail, colour: string): void {
  const viewers = totals(stream.series.map((one) => one.viewers));
  const highest = Math.max(1, ...viewers.map((value) => value ?? 0));
  const x = (step: number) => (step / Math.max(1, viewers.length - 1)) * CARD_WIDTH;
  const y = (value: number) => CARD_HEIGHT - (value / highest) * (CARD_HEIGHT - CHART_TOP);
  context.beginPath();
  // A step without a number is a gap, not a fall to zero.
  for (const { start, values } of runsOfValues(viewers)) {
    context.moveTo(x(start), CARD_HEIGHT);
    values.forEach((value, step) => {
      context.lineTo(x(start + step), y(value));
    });
    context.lineTo(x(start + values.length - 1), CARD_HEIGHT);
    context.closePath();
  }
  context.globalAlpha = 0.22;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}
