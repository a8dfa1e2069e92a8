/** A screen for React Native that plays any game. It follows the game by long polls. */

import { BottegaProvider, useGame } from "@bottega/react";
import { FlatList, Pressable, StyleSheet, Text, View } from "react-native";

function Screen({ game, token, language }) {
  const { view, decision, events, texts, rejection, isConnected, act } = useGame(game, { token, language });
  if (!view || !texts) return <Text>Loading…</Text>;
  const isMine = view.to_act.includes(view.seat);
  return (
    <View style={styles.screen}>
      <Text style={styles.title}>{view.status === "over" ? "The game is over." : isMine ? "Your turn" : "Wait for the other players."}</Text>
      {isConnected ? null : <Text>No connection</Text>}
      {rejection ? <Text accessibilityRole="alert">{texts.rejectionText(rejection.body)}</Text> : null}
      <FlatList
        style={styles.list}
        data={decision?.actions ?? []}
        keyExtractor={(_, index) => String(index)}
        renderItem={({ item: action, index }) => (
          <Pressable accessibilityRole="button" style={styles.action} onPress={() => act(action)}>
            <Text>{texts.sentence("action", { ...action, ...decision.previews?.[index] })}</Text>
          </Pressable>
        )}
      />
      <FlatList
        style={styles.list}
        data={[...events].reverse()}
        keyExtractor={({ version }) => String(version)}
        renderItem={({ item: { seat, action } }) => <Text>{texts.sentence("action", action, seat)}</Text>}
      />
    </View>
  );
}

const styles = StyleSheet.create({
  screen: { flex: 1, padding: 16 },
  title: { fontSize: 20, fontWeight: "bold" },
  list: { flex: 1 },
  action: { padding: 12, marginVertical: 4, borderRadius: 8, backgroundColor: "#e6eef8" },
});

export function App({ client, game, token, language }) {
  return <BottegaProvider client={client}><Screen game={game} token={token} language={language} /></BottegaProvider>;
}
