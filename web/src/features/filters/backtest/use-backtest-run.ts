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
  /** The run that was started last, with the rules that it tests. */
  run: Run | null;
  start: () => void;
  isStarting: boolean;
  error: unknown;
}

/** State of the backtest; used by the parent of the tabs, so that switching tabs keeps the result. */
export function useBacktestRun(rules: Rules): BacktestRun {
  const [hours, setHours] = useState<Hours>("24");
  const [run, setRun] = useState<Run | null>(null);
  const { mutate, isPending, error } = useStartBacktest();
  const start = () => {
    mutate({ rules, hours: Number(hours) }, { onSuccess: ({ id }) => setRun({ id, rules }) });
  };
  return { hours, setHours, run, start, isStarting: isPending, error };
}
