/** Messages and pages with their types; `make packages` compiles this file. */
import { createClient, type Action, type Event, type GameMessage, type StreamMessage } from "@bottega/client";

const client = createClient({ url: "http://localhost:8000" });
import { is } from "./is.js";

export async function follow(game: string): Promise<void> {
  for await (const { type, data } of client.follow({ game, transport: "poll" })) if (type === "over") is<number>()(data.version);
  for await (const message of client.follow({ game, view: true })) {
    is<number[]>()(message.view.to_act);
    if (message.type === "started") is<"azul" | "leonardo" | "riddle">()(message.data.ruleset);
  }
  for await (const message of client.follow({ game, ruleset: "azul", view: true, include: "actions" })) {
    is<number>()(message.view.view.round);
    is<Action<"azul">[] | undefined>()(message.decision?.actions);
    if (message.type === "event") is<Action<"azul">[] | undefined>()(message.data.next_decision?.actions);
    if (message.type === "queue") is<"azul">()(message.data.queue.ruleset);
    if (message.type === "seats") is<boolean | undefined>()(message.data.seats[0].claimed);
  }
  for await (const page of client.pages({ game, ruleset: "azul" })) is<Event<"azul">>()(page.events[0]);
  for await (const page of client.pages({ game })) is<Event>()(page.events[0]);
  const store: (GameMessage | StreamMessage)[] = [];
  for await (const message of client.follow({ game })) store.push(message);
}

export async function followOthers(): Promise<void> {
  for await (const message of client.follow({ me: true })) {
    if (message.type === "deleted") is<string>()(message.data.code);
    else is<string>()(message.data.at);
  }
  for await (const { events } of client.pages({ me: true })) is<string>()(events[0].id);
  for await (const { type, data } of client.follow({ tournament: "" })) if (type === "event") is<number>()(data.number);
  for await (const { events } of client.pages({ tournament: "" })) is<number>()(events[0].number);
}

export async function reject(game: string): Promise<void> {
  // @ts-expect-error no message of a game has this type
  for await (const { type } of client.follow({ game })) if (type === "notice") break;
  // @ts-expect-error a game and a tournament cannot be followed at once
  client.follow({ game, tournament: "" });
  // @ts-expect-error nothing is followed
  client.follow({ token: "" });
  // @ts-expect-error a subscription has no field with this name
  client.follow({ game, viev: true });
  // @ts-expect-error without `view` a message has none
  for await (const { view } of client.follow({ game })) void view;
  // @ts-expect-error the view of another game has this field
  for await (const { view } of client.follow({ game, ruleset: "azul", view: true })) void view.view.city;
  // @ts-expect-error an event has no field with this name
  for await (const { events } of client.pages({ game })) void events[0].nonsense;
}
