import { Tabs } from "@mantine/core";
import { useState } from "react";
import type { Rules } from "../backtest/backtest.queries";
import { BacktestControls, BacktestPanel } from "../backtest/backtest-panel";
import { useBacktestRun } from "../backtest/use-backtest-run";
import { RecentHits } from "../hits/recent-hits";
import classes from "./results-panel.module.css";

/** Backtest of the unsaved rules, and recent hits if the filter is saved. */
export function ResultsPanel({ rules }: { rules: Rules }) {
  const { channelId, filterId } = rules;
  const backtest = useBacktestRun(rules);
  const [view, setView] = useState<string | null>("backtest");
  if (filterId === null) {
    return (
      <section aria-label="Backtest">
        <div className="row wrap mb-4 column-gap-8 row-gap-4">
          <h3>Backtest</h3>
          <BacktestControls backtest={backtest} />
        </div>
        <BacktestPanel rules={rules} backtest={backtest} />
      </section>
    );
  }
  return (
    <Tabs value={view} onChange={setView} variant="plain" keepMounted={false}>
      <div className="row wrap mb-4 column-gap-8 row-gap-4">
        <Tabs.List className="gap-16 flex" aria-label="Results">
          <Tabs.Tab className={classes["tab"] ?? ""} value="backtest">
            Backtest
          </Tabs.Tab>
          <Tabs.Tab className={classes["tab"] ?? ""} value="hits">
            Recent hits
          </Tabs.Tab>
        </Tabs.List>
        {view === "backtest" && <BacktestControls backtest={backtest} />}
      </div>
      <Tabs.Panel value="backtest">
        <BacktestPanel rules={rules} backtest={backtest} />
      </Tabs.Panel>
      <Tabs.Panel value="hits">
        <p className="small muted mb-12">Actions of the saved filter. Shadow hits are only logged.</p>
        <RecentHits channelId={channelId} filterId={filterId} />
      </Tabs.Panel>
    </Tabs>
  );
}
