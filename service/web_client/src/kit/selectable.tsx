/** Selectable elements of a drawing. Pointers select the picture itself; keyboards and screen readers use a focus target around it. */

import type { TargetedMouseEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Target } from "../selection";
import { targetKey } from "../selection";
import { targetOf } from "../targets";
import type { BoardProps, Mark, Selectable } from "./board";
import { corners, inset } from "./geometry";
import { keyListener } from "./keyboard";

/** What the page knows about targets. */
export type TargetTools = Pick<BoardProps, "stateOf" | "hasReason" | "select" | "hinted"> & {
  /** Whether a target belongs to the fact that is presented now. */
  highlighted: (target: Target) => boolean;
  /** Whether a target belongs to what has happened since the viewing seat last acted. */
  touched: (target: Target) => boolean;
};

/** Distance of the hint corners from the picture, in screen pixels. */
const CORNER_PIXELS = 2;
/** Length of the sides of a hint corner, relative to the shorter side of the picture. */
const CORNER_ARM = 0.3;

/**
 * Return the function that draws a selectable element. Several pictures of one target are elements of their own, all but
 * the first `isRepeated`: the pointer selects each, keyboards and screen readers meet the target once.
 */
export function selectableMaker({ stateOf, select, highlighted, touched, hinted }: TargetTools): Selectable {
  return ({ key, isRepeated = false, meant, ...props }, target, label, children) => {
    const state = stateOf(target);
    const isHinted = state === "legal" && hinted(target);
    const flags = { hinted: isHinted, highlighted: highlighted(target), touched: touched(target) };
    const clicked = (event: TargetedMouseEvent<SVGGElement>) => {
      event.stopPropagation();
      const element = (!state && selectableBelow(event)) || event.currentTarget;
      select(targetOf(element), element);
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the focus target inside is the button
      <g
        key={key}
        {...props}
        class={classesOf(state, flags)}
        data-target={targetKey(target)}
        data-meant={meant && !state ? JSON.stringify(meant) : undefined}
        onClick={clicked}
      >
        <g aria-hidden="true">{children}</g>
        {isRepeated ? null : (
          <FocusTarget
            label={isHinted ? `${label}. ${t("hint_title")}` : label}
            state={state}
            onSelect={(element) => select(target, element)}
          />
        )}
        {isHinted ? <HintCorners /> : null}
      </g>
    );
  };
}

/** Return the class names of a selectable element. */
function classesOf(state: Mark, flags: Record<string, boolean>) {
  const set = Object.keys(flags).filter((name) => flags[name]);
  return ["selectable", state, ...set].filter(Boolean).join(" ");
}

/** Return the legal or selected element under the pointer, below one that is neither. */
const selectableBelow = ({ clientX, clientY }: MouseEvent) =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((each) => each.closest(".selectable.legal, .selectable.chosen"))
    .find(Boolean);

type FocusTargetProps = { label: string; state: Mark; onSelect: (element: Element) => void };

/**
 * A focusable frame as large as the picture; pointer events pass through it. Tab reaches the elements that can be
 * selected, arrow keys reach all, so that keyboard users can also ask why an element cannot be selected.
 */
function FocusTarget({ label, state, onSelect }: FocusTargetProps) {
  const frame = useRef<SVGRectElement>(null);
  const show = () => {
    if (frame.current) fitFrame(frame.current);
  };
  useLayoutEffect(() => {
    if (state) show();
  });
  const pressed = keyListener((own) => onSelect(own.parentElement ?? own));
  const choice = state ? { tabindex: 0, "aria-pressed": state === "chosen" } : { tabindex: -1, "aria-disabled": true };
  return (
    <g class="focus-target" role="button" aria-label={label} {...choice} onFocus={show} onKeyDown={pressed}>
      <rect ref={frame} class="focus-frame" />
    </g>
  );
}

/** Hint corners around a picture, in two colours for contrast. */
function HintCorners() {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    if (group.current) drawCorners(group.current);
  });
  return (
    <g ref={group} class="hint-corners" aria-hidden="true">
      <path class="hint-background" />
      <path class="hint-line" />
    </g>
  );
}

/** Draw the corners around the picture. */
function drawCorners(group: SVGGElement) {
  const picture = group.parentElement?.firstElementChild;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const matrix = group.getScreenCTM();
  const margin = CORNER_PIXELS / (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
  const box = inset(picture.getBBox(), -margin);
  const arm = Math.min(box.width, box.height) * CORNER_ARM;
  for (const path of group.children) path.setAttribute("d", corners(box, arm));
}

/** Fit a frame around the picture. */
function fitFrame(frame: SVGRectElement) {
  const picture = frame.parentElement?.previousElementSibling;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) frame.setAttribute(name, value.toFixed(2));
}
