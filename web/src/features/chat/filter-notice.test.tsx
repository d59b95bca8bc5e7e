import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FilterNotice } from "./filter-notice";
import { FILTERS_WORK } from "./store/filter-status";

test("nothing is shown while the filters work", () => {
  render(<FilterNotice status={FILTERS_WORK} onDismiss={() => undefined} />);
  expect(screen.queryByRole("status")).toBeNull();
});

test("the notice says that new messages wait for the filters", () => {
  render(<FilterNotice status={{ isHolding: true, unfilteredCount: 0 }} onDismiss={() => undefined} />);
  expect(screen.getByRole("status").textContent).toBe("Waiting for the filters; new messages are held. ");
  expect(screen.queryByRole("button")).toBeNull();
});

test("the notice says how many messages were shown without the filters, and can be dismissed", async () => {
  const onDismiss = vi.fn();
  render(<FilterNotice status={{ isHolding: false, unfilteredCount: 3 }} onDismiss={onDismiss} />);
  expect(screen.getByRole("status")).toHaveProperty(
    "textContent",
    "Filters failed: 3 messages were shown without them.Dismiss",
  );
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(onDismiss).toHaveBeenCalledOnce();
});
