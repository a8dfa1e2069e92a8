/** The generic board for any ruleset: the view as nested cards, with names for ids. Names can be selected. */

import type { GameTexts } from "@bottega/client/texts";
import { fieldName, toWords } from "@bottega/client/texts";
import type { ComponentChildren } from "preact";
import { seatClass } from "./components";
import { GridDrawing } from "./grid/grid";
import { t } from "./i18n";
import type { BoardProps, Id } from "./kit/board";
import type { Scalar, Target } from "./selection";
import { targetKey } from "./selection";

type Mapping = Record<string, unknown>;
/** What all parts of the board share, and where the drawn value is: its entries of lists, and its path in the view. */
type Tools = Pick<BoardProps, "texts" | "stateOf" | "hasReason" | "select" | "hinted"> & { entry: string; at: string };

/** What a list shows in a place without a value. */
const NO_VALUE = "\u2013";
/** The list in which each seat has an entry, in every game. */
const SEATS = "seats";
/** The kinds of names that describe fields and types, not things. */
const NO_THINGS = ["fact", "action", "equipment", "option", "field"];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isMapping = (value: unknown): value is Mapping => isObject(value) && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar => value !== undefined && typeof value !== "object";
const isEntry = (value: unknown): value is Scalar | null => value === null || isScalar(value);
const isEmpty = (value: unknown) => value === undefined || (isObject(value) && !Object.keys(value).length);

export function GenericBoard({ view, ruleset, texts, stateOf, hasReason, select, hinted }: BoardProps) {
  const tools = { texts, stateOf, hasReason, select, hinted, entry: "", at: "" };
  const grids = ruleset.grids ?? [];
  const shown = new Set(grids.map(({ cells }) => rootOf(cells)));
  const rest = Object.fromEntries(Object.entries(view.view).filter(([field]) => !shown.has(field)));
  return (
    <div class="plain">
      {grids.map((grid) => (
        <section key={grid.cells} class="plain-part" data-path={rootOf(grid.cells)}>
          <GridDrawing {...tools} grid={grid} view={view.view} label={fieldName(texts, rootOf(grid.cells))} />
        </section>
      ))}
      {renderFields(tools, rest, "", {})}
    </div>
  );
}

/** Return the field of the view that a path begins with. */
const rootOf = (path: string) => path.split("/")[0];

/** Show the fields of an object: scalars in a list, others as cards. */
function renderFields(tools: Tools, object: object, prefix: string, outer: Target) {
  const entries = Object.entries(object).filter(([, value]) => !isEmpty(value));
  const scalars = scalarsOf(object);
  const nested = entries.filter(([, value]) => typeof value === "object");
  const inside = { ...outer, ...idFields(tools.texts, prefix, scalars) };
  return (
    <>
      {scalars.length ? (
        <dl class="facts">
          {scalars.map(([field, value]) => (
            <div key={field} data-path={tools.at + field}>
              <dt>{fieldName(tools.texts, field)}</dt>
              <dd>{renderScalar(tools, prefix + field, value, outer)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {nested.map(([field, value]) => (
        <section key={field} class="plain-part" data-path={tools.at + field}>
          <h2>{fieldName(tools.texts, field)}</h2>
          {renderValue({ ...tools, at: `${tools.at}${field}/` }, prefix + field, value, inside)}
        </section>
      ))}
    </>
  );
}

/** List the fields of an object that are no objects themselves. */
const scalarsOf = (object: object) =>
  Object.entries(object).filter((entry): entry is [string, Scalar] => isScalar(entry[1]));

/** Return the target of an object: its fields that are ids. */
function idFields(texts: GameTexts, prefix: string, scalars: [string, Scalar][]): Target {
  const target: Target = {};
  for (const [field, value] of scalars) {
    const kind = kindOfId(texts, prefix + field, value);
    if (kind) target[kind] = value;
  }
  return target;
}

/** Return the kind of a value that is the id of a named thing; undefined if it is none. */
function kindOfId(texts: GameTexts, path: string, value: Scalar) {
  const kind = texts.kindOf("view", "", path);
  return kind && (kind === "seat" || texts.has(kind, value)) ? kind : undefined;
}

function renderValue(tools: Tools, path: string, value: unknown, outer: Target): ComponentChildren {
  if (Array.isArray(value)) return renderList(tools, path, value, outer);
  if (isMapping(value)) return renderMapping(tools, path, value, outer);
  return isScalar(value) ? renderScalar(tools, path, value, outer) : null;
}

function renderList(tools: Tools, path: string, list: unknown[], outer: Target) {
  if (list.every(isEntry)) return renderScalars(tools, path, list, outer);
  if (list.length > 1 && list.every(isFlat)) return renderRows(tools, path, list, outer);
  return (
    <div class="plain-list">
      {list.map((item, index) => (
        <article key={index} data-path={tools.at + index} class={`plain-card ${seatClassOf(path, item, index)}`}>
          {isOfSeat(path, item) ? <h3>{seatName(tools, index)}</h3> : null}
          {isMapping(item)
            ? renderFields(within(tools, index), item, `${path}/`, outer)
            : renderValue(within(tools, index), path, item, outer)}
        </article>
      ))}
    </div>
  );
}

/** Return the tools for an entry of a list: its number separates its values from those of other entries, and belongs to its path (`at`) in the view. */
const within = (tools: Tools, index: number): Tools => ({
  ...tools,
  entry: `${tools.entry}/${index}`,
  at: `${tools.at}${index}/`,
});

/** Show a list of values. Equal ones are counted, since each needs its own key. A place without a value has a dash. */
function renderScalars(tools: Tools, path: string, values: (Scalar | null)[], outer: Target) {
  const nth = (item: Scalar | null, index: number) => values.slice(0, index).filter((each) => each === item).length;
  return (
    <p class="chips">
      {values.map((item, index) => renderScalar(within(tools, nth(item, index)), path, item ?? NO_VALUE, outer))}
    </p>
  );
}

/** Whether an object has only scalar fields. */
const isFlat = (item: unknown): item is Record<string, Scalar> =>
  isMapping(item) && Object.values(item).every((value) => typeof value !== "object");

/** Show similar objects as rows of a table. */
function renderRows(tools: Tools, path: string, items: Record<string, Scalar>[], outer: Target) {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return (
    <div
      class="plain-scroll"
      tabIndex={0}
      role="group"
      aria-label={fieldName(tools.texts, path.split("/").at(-1) ?? path)}
    >
      <table class="plain-data">
        <thead>
          <tr>
            {items.some((item) => isOfSeat(path, item)) ? <td /> : null}
            {columns.map((column) => (
              <th key={column} scope="col">
                {fieldName(tools.texts, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={index} data-path={tools.at + index}>
              {isOfSeat(path, item) ? <th scope="row">{seatName(tools, index)}</th> : null}
              {renderCells(within(tools, index), path, item, columns, outer)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderCells(tools: Tools, path: string, item: Record<string, Scalar>, columns: string[], outer: Target) {
  const own = { ...outer, ...idFields(tools.texts, `${path}/`, Object.entries(item)) };
  return columns.map((column) => (
    <td key={column}>
      {item[column] === undefined ? null : renderScalar(tools, `${path}/${column}`, item[column], own)}
    </td>
  ));
}

/** Whether an entry of a list belongs to the seat with its number, which it does not contain. */
const isOfSeat = (path: string, item: unknown) => path === SEATS && isMapping(item) && item.seat === undefined;

const seatName = ({ texts }: Pick<Tools, "texts">, seat: number) => (
  <span class={`pip ${seatClass(seat)}`}>{texts.name("seat", seat)}</span>
);

function seatClassOf(path: string, item: unknown, index: number) {
  if (isOfSeat(path, item)) return seatClass(index);
  return isMapping(item) && typeof item.seat === "number" ? seatClass(item.seat) : "";
}

/** Show counts by name, or the fields of an object. */
function renderMapping(tools: Tools, path: string, value: Mapping, outer: Target) {
  const kind = tools.texts.kindOf("view", "", path, true) ?? kindOfKeys(tools.texts, value);
  if (!kind || !isFlat(value)) return <div class="plain-card">{renderFields(tools, value, `${path}/`, outer)}</div>;
  return (
    <p class="chips">
      {Object.entries(value)
        .filter(([, held]) => held !== 0)
        .map(([id, held]) => {
          const count = typeof held === "number" ? held : undefined;
          return renderName(tools, { kind, id, count, key: `${path}${tools.entry} ${id} ${held}` }, outer);
        })}
    </p>
  );
}

/** Return the kind that knows every key, for rulesets without references. */
function kindOfKeys({ ruleset, has }: GameTexts, value: Mapping) {
  if (ruleset.references?.length) return undefined;
  const keys = Object.keys(value);
  const kinds = [...new Set(ruleset.names.map(({ kind }) => kind))].filter((kind) => !NO_THINGS.includes(kind));
  return keys.length ? kinds.find((kind) => keys.every((key) => has(kind, key))) : undefined;
}

/** Show a value. Its key changes with it, so that a new value is marked. */
function renderScalar(tools: Tools, path: string, value: Scalar, outer: Target) {
  const key = `${path}${tools.entry} ${value}`;
  if (typeof value === "boolean") return <span key={key}>{value ? t("yes") : t("no")}</span>;
  const kind = kindOfId(tools.texts, path, value);
  if (kind) return renderName(tools, { kind, id: value, key }, outer);
  return (
    <span key={key} class="value">
      {typeof value === "string" ? toWords(value) : value}
    </span>
  );
}

type Named = { kind: string; id: Id; key: string; count?: number };

/**
 * Show a name, as a button if it can be selected, alone or together with the object around it. A name that is not legal is
 * a button for the pointer only: it says why.
 */
function renderName(tools: Tools, named: Named, outer: Target) {
  const { stateOf, hasReason, select, hinted } = tools;
  const { kind, id, key } = named;
  const value = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  const candidates: Target[] = [{ ...outer, [kind]: value }, { [kind]: value }];
  const target = candidates.find((each) => stateOf(each) !== "") ?? candidates.find(hasReason);
  if (!target)
    return (
      <span key={key} class="chip">
        {label(tools, named)}
      </span>
    );
  const state = stateOf(target);
  return (
    <button
      type="button"
      key={key}
      class={`chip selectable ${state} ${state === "legal" && hinted(target) ? "hinted" : ""}`}
      tabIndex={state ? 0 : -1}
      aria-pressed={state === "chosen"}
      aria-disabled={!state}
      data-target={targetKey(target)}
      onClick={({ currentTarget }) => select(target, currentTarget)}
    >
      {label(tools, named)}
    </button>
  );
}

/** Show a name with its colour and number. */
function label({ texts }: Pick<Tools, "texts">, { kind, id, count }: Named) {
  const name = texts.name(kind, id);
  if (kind === "seat") return seatName({ texts }, Number(id));
  const appearance = texts.appearanceOf(kind, id);
  return (
    <>
      {appearance ? <span class="chip-dot" style={{ background: appearance.colour }} aria-hidden="true"></span> : null}
      {name}
      {count !== undefined && count !== 1 ? (
        <>
          {" "}
          <b>
            {"× "}
            {count}
          </b>
        </>
      ) : null}
    </>
  );
}
