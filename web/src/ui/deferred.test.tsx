import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Deferred } from "./deferred";

const deferred = (
  <Deferred fallback={<p>wait</p>}>
    <p>heavy</p>
  </Deferred>
);

test("the first render shows the fallback, the next one the children", () => {
  expect(renderToString(deferred)).toBe("<p>wait</p>");
  render(deferred);
  expect(screen.getByText("heavy")).toBeDefined();
  expect(screen.queryByText("wait")).toBeNull();
});
