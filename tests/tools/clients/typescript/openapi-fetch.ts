/** A player with openapi-typescript's types and openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths } from "./client/schema";
import { games } from "./games";
import { type Answer, type Created, main, type Player } from "./table";

type Schemas = components["schemas"];

interface Fetched<Value> {
  data?: Value;
  error?: Schemas["Problem"];
}

function player(baseUrl: string): Player<Schemas["GameRequest"], Schemas["ActionRequest"]> {
  const http = createClient<paths>({ baseUrl });
  const received = { text: "" };
  http.use({
    async onResponse({ response }) {
      received.text = await response.clone().text();
    },
  });

  const headers = (token: string | undefined) => (token === undefined ? {} : { Authorization: `Bearer ${token}` });

  /** Take the decoded answer; it is plain JSON, so that encoding it is writing it. */
  function answer<Value>(fetched: Fetched<Value>): Answer<Value> {
    if (fetched.data === undefined) {
      throw new Error(received.text);
    }
    return { received: received.text, value: fetched.data, encoded: fetched.data };
  }

  function submit(id: string, token: string, body: Schemas["ActionRequest"]) {
    return http.POST("/v1/games/{game_id}/actions", {
      params: { path: { game_id: id } },
      headers: headers(token),
      body,
    });
  }

  return {
    encodeGame: (body) => body,
    encodeAnswer: (body) => body,
    listRulesets: async () => answer(await http.GET("/v1/rulesets")),
    getRuleset: async (ruleset) => answer(await http.GET("/v1/rulesets/{ruleset}", { params: { path: { ruleset } } })),
    createGame: async (body): Promise<Answer<Created>> => {
      const created = answer(await http.POST("/v1/games", { body }));
      return { ...created, value: { id: created.value.game_id, tokens: created.value.tokens } };
    },
    listLegalActions: async (id, token) =>
      answer(
        await http.GET("/v1/games/{game_id}/actions", { params: { path: { game_id: id } }, headers: headers(token) }),
      ),
    submitAction: async (id, token, body) => answer(await submit(id, token, body)),
    rejected: async (id, token, body) => {
      const { error } = await submit(id, token, body);
      return answer({ data: error });
    },
    listEvents: async (id, token, after) =>
      answer(
        await http.GET("/v1/games/{game_id}/events", {
          params: { path: { game_id: id }, query: { after, limit: 1000, patches: token !== undefined } },
          headers: headers(token),
        }),
      ),
    queryView: async (id, token) =>
      answer(
        await http.GET("/v1/games/{game_id}/view", { params: { path: { game_id: id } }, headers: headers(token) }),
      ),
    getRecord: async (id) =>
      answer(await http.GET("/v1/games/{game_id}/record", { params: { path: { game_id: id } } })),
    getResult: async (id) =>
      answer(await http.GET("/v1/games/{game_id}/result", { params: { path: { game_id: id } } })),
  };
}

void main(player, games);
