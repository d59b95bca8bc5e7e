import { Tabs } from "@mantine/core";
import { useState } from "react";
import classes from "../backtest/backtest.module.css";
import type { Rules } from "../backtest/backtest.queries";
import { BacktestControls, BacktestPanel } from "../backtest/backtest-panel";
import { useBacktestRun } from "../backtest/use-backtest-run";
import { RecentHits } from "../hits/recent-hits";

/** What the rules on the screen would have caught, and beside it what the saved filter did catch. */
export function ResultsPanel({ rules }: { rules: Rules }) {
  const { channelId, filterId } = rules;
  const backtest = useBacktestRun(rules);
  const [view, setView] = useState<string | null>("backtest");
  if (filterId === null) {
    return (
      <section aria-label="Backtest">
        <div className={classes["head"]}>
          <h3>Backtest</h3>
          <BacktestControls backtest={backtest} />
        </div>
        <BacktestPanel rules={rules} backtest={backtest} />
      </section>
    );
  }
  return (
    <Tabs value={view} onChange={setView} variant="plain" keepMounted={false}>
      <div className={classes["head"]}>
        <Tabs.List className={classes["tabs"] ?? ""} aria-label="What it catches">
          <Tabs.Tab className={classes["tab"] ?? ""} value="backtest">
            Backtest
          </Tabs.Tab>
          <Tabs.Tab className={classes["tab"] ?? ""} value="caught">
            Caught lately
          </Tabs.Tab>
        </Tabs.List>
        {view === "backtest" && <BacktestControls backtest={backtest} />}
      </div>
      <Tabs.Panel value="backtest">
        <BacktestPanel rules={rules} backtest={backtest} />
      </Tabs.Panel>
      <Tabs.Panel value="caught">
        <p className={classes["about"]}>What the saved filter did. Shadow touched nobody.</p>
        <RecentHits channelId={channelId} filterId={filterId} />
      </Tabs.Panel>
    </Tabs>
  );
}
