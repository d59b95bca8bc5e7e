import { useState } from "react";
import { type Rules, useStartBacktest } from "./backtest.queries";

export const HOURS = [
  { value: "6", label: "6 h" },
  { value: "24", label: "24 h" },
  { value: "168", label: "7 d" },
] as const;

type Hours = (typeof HOURS)[number]["value"];

export interface Run {
  id: string;
  rules: Rules;
}

export interface BacktestRun {
  hours: Hours;
  setHours: (hours: Hours) => void;
  /** The last one that was started, with the rules it was started with. */
  run: Run | null;
  begin: () => void;
  isStarting: boolean;
  error: unknown;
}

/** DraftBase outside of what shows it, so that a look elsewhere does not lose it. */
export function useBacktestRun(rules: Rules): BacktestRun {
  const [hours, setHours] = useState<Hours>("24");
  const [run, setRun] = useState<Run | null>(null);
  const { mutate, isPending, error } = useStartBacktest();
  const begin = () => {
    const asked = rules;
    mutate({ rules, hours: Number(hours) }, { onSuccess: ({ id }) => setRun({ id, rules: asked }) });
  };
  return { hours, setHours, run, begin, isStarting: isPending, error };
}
