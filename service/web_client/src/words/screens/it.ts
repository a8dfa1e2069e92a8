/** The texts of screens and dialogs that a page loads later, in Italian. */

import type { Words } from "../../i18n";

export default {
  abort_note:
    "La partita finisce senza risultato quando tutti i giocatori sono d’accordo. Chi l’ha creata può annullarla " +
    "da solo finché non hanno mosso tutti.",
  account_games: "Le tue partite su ogni dispositivo",
  add_seat: "Aggiungi un posto",
  agree: "Accetto",
  all_rules: "Tutte le regole",
  analyse: "Analizza la partita",
  analysing: "Analisi: {done} mosse su {all}",
  any_colour: "Qualsiasi colore",
  awaited_note:
    "La partita e gli orologi partono quando tutti hanno accettato la rivincita. Lascia aperta questa pagina: un suono annuncerà l’inizio.",
  back: "Indietro",
  become_player: "Crea un giocatore",
  begin: "Comincia",
  better:
    "Meglio: {move}. Probabilità di vincere: {before}% invece di {after}%, {loss, plural, one {# punto percentuale} other {# punti percentuali}} in più.",
  block: "Blocca",
  block_named: "Blocca {name}",
  blocked_done: "Bloccato. Questo giocatore non può più invitarti.",
  blocked_players: "Giocatori bloccati",
  calendar_create: "Crea il link",
  calendar_link: "Link per il calendario",
  calendar_note:
    "Con questo link il tuo calendario mostra i turni. Chi lo possiede vede i calendari di tutti i tuoi tornei.",
  calendar_remove: "Rimuovi il link",
  calendar_replace: "Sostituisci il link",
  can_organise: "Con questa chiave si possono organizzare tornei.",
  cannot_organise: "Con questa chiave non si possono organizzare tornei.",
  chance: "{percent}% di probabilità di vittoria",
  check_chain_right: "La catena di hash è integra: nessuna voce è stata cambiata, tolta o aggiunta",
  check_chain_wrong: "La catena di hash si interrompe alla voce {entry}",
  check_form_right: "Il file è in forma canonica",
  check_form_wrong: "Il file non è in forma canonica: è stato modificato",
  check_hash_right: "L’hash coincide con quello pubblicato dal servizio",
  check_hash_wrong: "L’hash è diverso da quello pubblicato dal servizio",
  check_limits:
    "Verificato in questo browser. Non dimostra che la partita sia stata giocata su questo servizio: confronta " +
    "l’hash {hash} con quello che mostra il servizio. Questa pagina non può controllare le mosse. Il comando " +
    "“bottega verify” rigioca tutta la partita.",
  check_seed_right: "Il seme corrisponde all’impegno pubblicato prima della prima mossa",
  check_seed_wrong: "Il seme non corrisponde all’impegno pubblicato prima della prima mossa",
  clock_fact:
    "{kind, select, per_decision {{minutes} min a decisione} budget {{minutes} min a giocatore e partita} other " +
    "{{days, plural, one {# giorno} other {# giorni}} a decisione}}",
  colour: "Colore",
  contact_audience: "{value, select, everybody {Chiunque} played_with {Chi ha già giocato con me} other {Nessuno}}",
  contents: "Indice",
  continue: "Continua",
  copied: "Copiato",
  copy: "Copia il link",
  copy_code: "Copia",
  copy_key: "Copia la chiave",
  course: "Probabilità di vittoria",
  course_more: "La probabilità di vincere di ogni giocatore, mossa per mossa",
  decline: "Rifiuta",
  delay:
    "{events, plural, =0 {} one {Mostrato con # mossa di ritardo.} other {Mostrato con # mosse di " +
    "ritardo.}}{seconds, plural, =0 {} one {Mostrato con # secondo di ritardo.} other {Mostrato con # secondi di " +
    "ritardo.}}",
  delay_off: "Nascosta agli spettatori fino alla fine della partita.",
  drawn_game: "La partita finisce in parità",
  embed: "Sul tuo sito: {label}",
  embed_game: "Partita",
  find_title: "Trova avversari: {title}",
  first_game: "Gioca una prima partita contro un computer facile",
  forget: "Rimuovi",
  forget_key: "Rimuovi da questo dispositivo",
  gave_up:
    "{own, select, yes {{reason, select, forfeit {Il tuo tempo è scaduto.} other {Hai abbandonato.}}} other " +
    "{{reason, select, forfeit {{name} ha esaurito il tempo.} other {{name} ha abbandonato.}}}}",
  go_on: "Continua",
  hand_over: "Tocca a {name}",
  hand_over_more: "Passa il dispositivo. Il tabellone resta nascosto finché {name} non è pronto.",
  have_key: "Chiave del giocatore, se ce l’hai",
  help_end: "Quando finisce la partita",
  help_scoring: "Che cosa dà punti",
  help_turn: "Nel tuo turno",
  i_am: "Continua come {name}",
  in_short: "In breve",
  invite_note: "Invia questo link. Chi lo apre occupa un posto libero.",
  invite_text: "Gioca a {title} con me!",
  invited_by: "Chi può invitarmi",
  irreproducible:
    "Non è stato possibile ripetere questa partita, perciò la sua registrazione non si può verificare. La partita non conta per la classifica.",
  join_note: "Accedi per trovare questa partita su tutti i tuoi dispositivi.",
  join_rematch: "Partecipa alla rivincita",
  key_note: "La chiave resta in questo browser. Chi ha la chiave può giocare al posto tuo.",
  kind_ai: "Computer",
  kind_human: "Giocatore su questo dispositivo",
  kind_open: "Giocatore tramite link",
  leave_lesson: "Esci",
  lesson_finished: "Ben fatto!",
  lesson_finished_more:
    "Sai come si svolge un giro di questo gioco e da dove vengono i punti. Ora provaci in una partita vera. I " +
    "dettagli li trovi quando vuoi.",
  lesson_number: "Passo {at} di {count}",
  lesson_you: "Tu",
  level: "Forza",
  levels_offered:
    "In {count} giocatori alcuni livelli hanno all’incirca la stessa forza: l’elenco mostra solo quelli che si distinguono.",
  link: "Link",
  link_join: "Occupa il posto libero",
  link_note: "Il link funziona in ogni browser che raggiunge questo server.",
  link_seat: "– continua su un altro dispositivo",
  link_secret: "Chi ha questo link può giocare in questo posto. Il segreto non viene mai inviato al server.",
  link_watch: "Guarda la partita",
  lost_together: "Avete perso tutti insieme",
  missing_players: "{count, plural, one {Manca un giocatore} other {Mancano # giocatori}}",
  mistake: "Mossa {number}: {move}",
  my_games: "Le tue partite",
  name: "Nome",
  no_lesson: "{title} non ha una lezione",
  no_lesson_more: "Le regole spiegano tutto. Oppure prova subito una prima partita.",
  no_paragraph: "Questo paragrafo è nelle regole complete.",
  no_winner: "Non vince nessuno",
  notify_blocked: "Il browser blocca le notifiche di questa pagina. Consentile nelle impostazioni della pagina.",
  notify_failed: "Il browser non ha potuto attivare le notifiche. Riprova più tardi.",
  notify_me: "Avvisami su questo dispositivo",
  notify_note:
    "Quando tocca a te, il tempo sta per finire, ricevi un invito, inizia un turno o finisce una partita. Anche a " +
    "pagina chiusa.",
  notify_sent: "Una notifica di prova è in arrivo.",
  notify_test: "Invia una prova",
  notify_unavailable: "Le notifiche qui non sono disponibili. Servono HTTPS e un servizio che le invia.",
  one_board: "Un solo tabellone",
  open_note: "Riceverai un link per questo posto.",
  open_seeks: "Chi cerca avversari",
  pause_ask: "Chiedi una pausa",
  pause_end: "Riprendi la partita",
  pause_hours:
    "{hours, plural, =0 {Finché un giocatore non riprende} one {# ora} other {{days, plural, one {# giorno} other {# giorni}}}}",
  pause_length: "Durata",
  pause_length_note:
    "Quando tutti accettano, gli orologi si fermano. Una mossa di qualsiasi giocatore termina la pausa.",
  pause_offered:
    "{hours, plural, =0 {{name} chiede una pausa.} one {{name} chiede una pausa di # ora.} other {{name} chiede una pausa di # ore.}}",
  pause_open: "La partita è in pausa finché un giocatore non riprende.",
  pause_runs: "La partita è in pausa ancora per {time}.",
  pause_waits: "Hai chiesto una pausa. Gli altri giocatori devono accettare.",
  plan_dropped:
    "{reason, select, illegal {La mossa pianificata ora non è possibile. Tutte le mosse pianificate sono state " +
    "tolte.} late {Il tempo è scaduto prima della mossa pianificata.} undone {Una mossa è stata annullata. Le " +
    "mosse pianificate sono state tolte.} other {Le mosse pianificate sono state tolte.}}",
  plan_move: "Pianifica una mossa",
  plan_none: "Ora non puoi pianificare nessuna delle tue ultime mosse.",
  plan_note: "Scegli la tua prossima mossa. Viene giocata appena tocca a te, se è possibile.",
  planned: "Mosse pianificate",
  play_again: "Nuova partita",
  played:
    "– {blunders, plural, =0 {nessun errore grave} one {# errore grave} other {# errori gravi}}, perdita media del {percent}% a mossa",
  player_kind: "Giocatore",
  players_listed: "{list} {count, plural, one {giocatore} other {giocatori}}",
  points_stand: "Valgono i punti raggiunti fin lì.",
  qr: "Codice QR",
  random: "A caso",
  record_choose: "Scegli un file",
  record_nameless: "Il servizio non è raggiungibile: al posto dei nomi si vedono gli ID.",
  record_right: "Questa registrazione è intatta",
  record_unreadable: "Questa non è la registrazione di una partita.",
  record_wrong: "Questa registrazione è stata modificata",
  rejections: "Perché una mossa viene rifiutata",
  rematch: "Rivincita",
  rematch_offered: "Un altro giocatore vuole la rivincita.",
  rematch_offered_by: "{name} vuole la rivincita.",
  remove: "Rimuovi",
  replay: "Rivedi la partita",
  resign_end: "La partita finisce. {end}.",
  resign_note:
    "{left, plural, =1 {La partita finisce e vince {name}.} other {Perdi questa partita. Gli altri continuano e " +
    "il computer gioca al posto tuo.}}",
  rule_of: "§ {paragraph}: la regola per {item}",
  rules: "Regole",
  rules_found: "{count, plural, =0 {Nessun paragrafo} one {# paragrafo} other {# paragrafi}}",
  ruling: "chiarimento",
  ruling_note: "Le regole stampate non lo dicono. Questo servizio gioca così.",
  save_record: "Salva la registrazione",
  score_sheet: "Dettaglio dei punti",
  search_rules: "Cerca nelle regole",
  seated_by: "Chi può iniziare una partita con me senza chiedere",
  seek_found: "La tua partita di {title} è pronta.",
  seek_join: "Partecipa",
  seek_name_note: "Gli avversari vedono questo nome. Non serve né un account né un indirizzo e-mail.",
  seek_open: "Apri la partita",
  seek_ratings:
    "{limits, select, both {rating da {lowest} a {highest}} lowest {rating da {lowest} in su} other {rating fino a {highest}}}",
  seek_seats: "Numero di giocatori",
  seek_start: "Cerca avversari",
  seek_stop: "Smetti di cercare",
  seek_strength: "Forza degli avversari",
  seek_strength_named: "{value, select, near {Più o meno forti come te} other {Qualsiasi}}",
  seek_waiting: "{count, plural, one {# giocatore in attesa} other {# giocatori in attesa}}",
  seeking: "Cerco avversari",
  send_link: "Invia il link…",
  show_me: "Mostrami",
  side_by_side: "Tutti i posti affiancati",
  start_again: "Ricomincia",
  starts_when_seated:
    "La partita inizia quando tutti i posti sono occupati. Lascia aperta questa pagina: un suono annuncia l’inizio.",
  swings: "Le decisioni peggiori",
  take_seat: "Prendi il posto {number}",
  terms: "Tempo, annullamenti e spettatori",
  terms_clock: "Tempo",
  terms_clock_named:
    "{value, select, none {Illimitato} fast {30 secondi per decisione} calm {2 minuti per decisione} budget {10 " +
    "min + 10 s per decisione} long {30 min + 30 s per decisione} day {1 giorno per decisione} other {3 giorni " +
    "per decisione}}",
  terms_on_timeout: "Quando scade il tempo",
  terms_on_timeout_named:
    "{value, select, level_once {Questa decisione la prende il computer} level {Dopo due ritardi gioca il " +
    "computer} default_action {Si fa una mossa predefinita} other {Il giocatore perde}}",
  terms_rated: "Partita con rating",
  terms_rated_note:
    "Il risultato conta per il rating di tutti i giocatori che hanno eseguito l’accesso. Non ci sono suggerimenti " +
    "né annullamenti.",
  terms_rated_sign_in: "Accedi per creare partite con rating.",
  terms_spectators: "Spettatori",
  terms_spectators_named:
    "{value, select, open {Vedono subito la partita} delayed {La vedono 5 mosse dopo} other {Non vedono nulla " +
    "fino alla fine}}",
  terms_undo: "Annullamento delle mosse",
  terms_undo_named:
    "{value, select, none {Non consentito} own {Le proprie mosse che non rivelano nulla} other {Anche mosse " +
    "precedenti, se tutti accettano}}",
  terms_visibility: "Chi può trovare la partita",
  terms_visibility_named:
    "{value, select, public {Tutti, nell’elenco} unlisted {Chiunque abbia il link} other {Solo i suoi giocatori}}",
  tie_breaks: "Spareggi",
  total: "Totale",
  unblock: "Sblocca",
  unblock_named: "Sblocca {name}",
  undo_declined: "La tua richiesta di annullare è stata rifiutata.",
  undo_offered: "{name} chiede di annullare {count, plural, one {l''ultima mossa} other {le ultime # mosse}}.",
  undo_waits: "Hai chiesto di annullare. Gli altri giocatori devono accettare.",
  use_key: "Usa questa chiave",
  vacation_runs: "{name} è in ferie. Gli orologi restano fermi per {time}.",
  watch_rematch: "Guarda la rivincita",
  winner: "Vince {names}",
  winners: "Vincono insieme {names}",
  winning_team: "Vince la squadra: {team}",
  withdraw_undo: "Ritira la richiesta",
  won_together: "Avete vinto tutti insieme",
  you_are: "Sei {name}.",
  you_win: "Hai vinto!",
  your_key: "La tua chiave",
  your_name: "Il tuo nome",
  your_profile: "Il tuo profilo",
} satisfies Words["screens"];
