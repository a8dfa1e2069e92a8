/** The texts of tournaments, in Russian. */

import type { Words } from "../../i18n";

export default {
  absence_level: "Компьютер, который играет за отсутствующих",
  absence_usual: "Как обычно: поражение в рейтинговой партии, иначе ход по умолчанию",
  absent_players: "Отсутствующие игроки",
  add_count: "{count, plural, =0 {Добавить} other {Добавить: #}}",
  add_division: "Добавить дивизион",
  add_entrant: "Добавить",
  add_stage: "Добавить этап, например финал",
  added_count:
    "{count, plural, =0 {Никто не добавлен.} one {Добавлен # игрок.} few {Добавлено # игрока.} other {Добавлено # игроков.}}",
  advance: "Сколько игроков проходит с каждого стола",
  after_round: "после {round}-го тура",
  all: "Все",
  all_games: "Все партии матча",
  apart_groups: "Другие, кто не встречается",
  apart_groups_note:
    "Каждая группа на отдельной строке, имена через запятую: семья, клуб, боты одного владельца. В группе не меньше двух имён.",
  apart_rounds: "Последний тур, в котором они не встречаются",
  apart_rounds_note: "0: все туры.",
  apart_unknown: "Участника с таким именем нет: {names}.",
  are_you_guest: "Вы гость этого турнира?",
  arena_minutes: "Длительность арены в минутах",
  arena_minutes_note: "0: пока каждый не сыграет указанное число матчей.",
  best_results: "Сколько лучших результатов учитывается",
  best_results_note: "0: учитываются все результаты.",
  board: "Номер в команде",
  board_note: "С 1. 0: без номера.",
  bracket: "Сетка",
  bracket_part: "{part, select, winners {Верхняя сетка} losers {Нижняя сетка} final {Финал} other {}}",
  bracket_round: "{count, select, 1 {Финал} 2 {Полуфиналы} 4 {Четвертьфиналы} other {}}",
  by_hand_note: "Чтобы изменить рассадку, выберите два имени: они поменяются местами.",
  by_team_note: "Команды составляются в пары автоматически. Кто играет на какой доске, определяют составы.",
  bye: "без пары",
  bye_points: "Очки за пропуск тура",
  bye_points_note: "Пусто: как за первое место.",
  byes: "Без пары:",
  calendar: "Календарь (iCal)",
  called_title: "Ваш стол готов",
  cancel_note: "Завершает турнир окончательно. Начатые партии продолжаются, но не засчитываются.",
  cancel_tournament: "Отменить турнир",
  captain: "Капитан",
  captain_note: "Задаёт составы команды. Если капитана нет, это делает её первый участник.",
  challenge: "Вызвать",
  challenge_player: "Вызвать: {name}",
  change_season: "Изменить сезон",
  change_tournament: "Изменить",
  check_in: "Подтвердить участие",
  check_in_asked: "{name}, подтвердите участие: играют только те, кто его подтвердил.",
  check_in_note: "Играют только те, кто подтвердит участие до начала.",
  check_in_wanted: "Требовать подтверждения участия",
  checked_in: "участие подтверждено",
  claim_decision_note:
    "Причина видна всем. Результат матча при этом не меняется: при необходимости назначьте его отдельно.",
  claim_kind: "О чём протест",
  claim_kind_named:
    "{kind, select, result {Неверный результат} conduct {Поведение игрока} technical {Технический сбой} other {Другое}}",
  claim_match: "Матч",
  claim_match_named: "Тур {round}, стол {table}: {names}",
  claim_positions: "Партия {game}, журнал: {positions}",
  claim_send:
    "{step, select, answered {Ответить} upheld {Удовлетворить} rejected {Отклонить} appealed {Подать апелляцию} other {}}",
  claim_status:
    "{status, select, open {Ждёт решения} decided {Решение принято} appealed {Апелляция ждёт решения} closed {Закрыт} other {}}",
  claim_step:
    "{step, select, filed {{name} подаёт протест:} answered {{name} отвечает:} upheld {{name} удовлетворяет протест:} rejected {{name} отклоняет протест:} appealed {{name} подаёт апелляцию:} other {}}",
  claim_step_text:
    "{step, select, answered {Ваш ответ} appealed {Причина апелляции} other {Причина (видна в журнале)}}",
  claim_text: "Что произошло",
  claim_title: "Протест {claim}: тур {round}, стол {table}",
  claim_versions: "Места в журнале партии (необязательно)",
  claim_versions_note: "Номера, например 12, 17.",
  claims: "Протесты",
  claims_note: "Ваш протест увидят остальные игроки матча и судьи. Турнир тем временем продолжается.",
  claims_pending:
    "{count, plural, one {# протест ждёт решения.} few {# протеста ждут решения.} other {# протестов ждут решения.}} Следующий тур начнётся и без решения.",
  clock: "Контроль времени",
  clock_named:
    "{kind, select, none {Без ограничения} per_decision {Время на решение} budget {Время на игрока и партию} days " +
    "{Дни на решение} other {}}",
  clock_none_note: "Без контроля времени тур ждёт отсутствующего игрока бесконечно.",
  closed_to_spectators:
    "{game, plural, =0 {} other {Партия #: }}{why, select, until_deal {скрыта, пока не кончатся все партии этой " +
    "раздачи} until_over {скрыта, пока не кончится} other {видна только её игрокам}}",
  code: "Код",
  code_from_organiser: "Код от организатора",
  commitment_broken: "Не соответствует обязательству",
  commitment_kept: "Соответствует обязательству, данному до начала; проверено в этом браузере",
  comparison: "{number}\u2011й критерий",
  computers: "Компьютеры",
  computers_note: "Количество компьютерных игроков каждой силы. Другие могут записаться позже.",
  confirm_season: "Подтвердить переходы",
  confirm_season_note: "Выберите дивизион каждого игрока в следующем сезоне.",
  confirmed_because: "Причина изменений",
  conflict:
    "Стол {table}: {names} ({reason, select, unavoidable {в этом туре иначе нельзя} schedule {по расписанию кругового турнира} bracket {по сетке} other {так рассадил организатор}})",
  copy_entry_link: "Скопировать ссылку для записи",
  copy_list: "Скопировать список участников",
  correct_result: "Остановить и исправить",
  correction_note:
    "{part, select, final {Финал, начатый {ago}, будет остановлен.} final_over {Финал, начатый {ago}, будет " +
    "отменён.} semi_finals {Полуфиналы, в которых меняются игроки, будут остановлены. Они начались {ago}.} other " +
    "{Партии тура {round}, в которых меняются игроки, будут остановлены. Тур начался {ago}.}}{later, select, true { " +
    "Следующие туры будут удалены.} other {}} За столы сядут те, кто должен играть, и увидят вашу причину. " +
    "Законченные партии остаются в рейтинге, но в турнире не учитываются.",
  create: "Создать",
  create_season: "Создать сезон",
  create_tournament: "Создать турнир",
  create_tournament_note: "Название, время, предельное число участников и будущие туры можно изменить и позже.",
  creating_round: "Создаётся тур {round}: партий {created} из {games}",
  crosstable: "Кросс-таблица",
  cup_label: "Метка",
  cup_label_note: "По ней вы найдёте свои турниры, например «клуб по пятницам».",
  cup_times: "Время",
  days: "Дни",
  deal: "Раздача",
  deal_commitment: "Обязательство для раздач (SHA-256 секрета)",
  deal_named:
    "{deal, select, game {У каждой партии своя} match {Одна на все партии матча} round {Одна на все столы тура} " +
    "other {}}",
  deal_note: "Партии одной раздачи скрыты от зрителей, пока не кончится последняя из них.",
  deal_shared: "{deal, select, match {одна раздача на матч} round {одна раздача на тур} other {}}",
  delete_round: "Удалить тур",
  delete_round_note:
    "Удаляет тур {round}, начатый {ago}, и приостанавливает турнир. {games, plural, =0 {} one {Будет остановлена # " +
    "партия. } few {Будут остановлены # партии. } many {Будет остановлено # партий. } other {Будет остановлено # " +
    "партии. }}Игроки увидят вашу причину. Законченные партии остаются в рейтинге, но в турнире не учитываются.",
  delete_season: "Удалить сезон",
  delete_season_note: "Сезон и его таблицы будут удалены навсегда. Турниры останутся.",
  description: "Описание",
  details: "Очки, жеребьёвка и файлы",
  disqualified: "дисквалифицирован",
  disqualify: "Дисквалифицировать",
  disqualify_note:
    "Исключает из всех следующих туров и ставит на последнее место. В начатых партиях засчитывается сдача.",
  division: "Дивизион",
  division_name: "Название дивизиона",
  double_loss: "Обоюдное поражение: очков не получает никто",
  end_ladder_note:
    "Завершает лестницу окончательно. Незаконченные матчи не засчитываются: сначала поставьте паузу и дождитесь их.",
  end_ladder_tournament: "Завершить лестницу",
  enter_as: "Вы запишетесь как {name}.",
  enter_needs_key: "Войдите, чтобы участвовать.",
  expected_players: "Ожидаемое число игроков",
  file_claim: "Подать протест",
  first_division: "Первый дивизион",
  first_round: "{next, select, organiser {Первый тур рассадит организатор.} other {Идёт рассадка первого тура.}}",
  forecast: "Предварительный расчёт",
  forecast_few: "Для всех этапов не хватает игроков.",
  forecast_text:
    "{players, plural, one {# игрок} few {# игрока} other {# игроков}}: {rounds, plural, =0 {} one {# тур, } few {# тура, } other {# туров, }}{tables, plural, one {# стол} few {# стола} other {# столов}}{time, select, none {} other {, около {time}}}",
  format: "Формат",
  format_named:
    "{format, select, swiss {Швейцарская система} round_robin {Круговой} knockout {На выбывание} double_knockout " +
    "{До двух поражений} ladder {Лестница} arena {Арена} other {}}",
  format_note:
    "{format, select, swiss {Заданное число туров; встречаются игроки с близким числом очков.} round_robin " +
    "{Каждый играет с каждым.} knockout {Проигравшие выбывают.} double_knockout {Игрок выбывает после второго " +
    "поражения.} ladder {Без конца: игрок вызывает стоящего выше и победой занимает его место.} arena {Без туров: свободные игроки сразу получают новый матч.} other {}}",
  full_screen: "Во весь экран",
  game_number: "Партия {game}",
  game_played: "Игра",
  games_each: "{count, plural, one {# партия в матче} few {# партии в матче} other {# партий в матче}}",
  games_per_match: "Партий в матче",
  games_short: "Партии",
  group_named: "Группа {group}",
  groups: "Группы",
  guest: "гость",
  guest_name: "Ваше имя",
  guest_pin: "ПИН-код от организатора",
  guest_sign_in: "Войти как гость",
  guests_by_name: "Гости по имени",
  have_changed: "Поменялись местами: {one}, {other}.",
  hours_minutes: "{hours, plural, =0 {} other {# ч }}{minutes, plural, =0 {} other {# мин}}",
  house_rules: "Правила дома",
  house_rules_note: "По одному правилу в строке.",
  ladder_runs: "Вы организатор. Игроки вызывают друг друга.",
  ladder_waits: "Вы участвуете в лестнице как {name}. Вызовите игрока, который стоит выше вас.",
  large_screen: "Большой экран",
  late_points: "Очки за каждую пропущенную партию",
  late_wanted: "Разрешить запись после начала",
  leave_staff: "Покинуть команду организатора",
  leave_venue: "Страница турнира",
  lineup_board: "Доска {board}",
  lineup_minutes: "За сколько минут до тура закрываются составы",
  lineup_minutes_note: "Для туров с указанным временем. Иначе составы закрываются при рассадке тура.",
  lineup_of: "{team}: состав на тур {round}",
  lineup_reserves: "Запасные: {names}",
  lineup_until: "Капитаны могут менять его до {at}.",
  lineups: "Составы",
  lineups_note: "Кто играет на какой доске в следующем туре. Другие команды увидят это после рассадки тура.",
  list_too_long: "В турнире не больше {most} игроков.",
  match_points: "Очки за матчи",
  match_score: "Счёт матча",
  match_status: "{status, select, running {играется} other {завершён}}",
  matches_each: "Матчей на участника",
  matches_of_teams: "Матчи команд",
  mates_apart: "Игроки одной команды не встречаются",
  mates_apart_note: "Если встреча неизбежна, она указана в туре вместе с причиной.",
  matrix_note: "Очки, набранные за общими столами с каждым соперником. В заголовках столбцов — места соперников.",
  max_entrants: "Максимум участников",
  met_anyway: "Встречаются, хотя не должны:",
  minutes: "Минуты",
  minutes_per_game: "Минут на партию",
  more: "Показать ещё",
  my_tournaments: "Мои турниры",
  name_may: "Имя (необязательно)",
  name_not_allowed: "Имя пустое, слишком длинное или содержит недопустимые знаки.",
  name_staff: "Добавить в команду",
  names_list: "Имена, по одному в строке",
  names_list_note:
    "Можно вставить и строки таблицы: имя, рейтинг, ID игрока. Команду пишут в квадратных скобках, «Ада [Ладьи]», или в столбце с заголовком «команда». Гостям не нужна учётная запись: передайте им ПИН-код.",
  next_game_at: "следующая партия: {at}",
  next_named: "{next, select, automatic {Автоматически} other {Запускает организатор}}",
  next_round: "Следующий тур",
  next_season: "Участники следующего сезона",
  next_season_note: "Подтверждённые участники этого дивизиона. Все они добавляются сразу после создания турнира.",
  next_tournament: "Создать следующий турнир",
  no_entrants: "Участников пока нет.",
  no_open_table: "Сейчас нет стола, за которым можно наблюдать.",
  no_own_tournaments: "Вы пока не проводите турниров.",
  no_score_sheets: "В этом туре ещё не закончилась ни одна партия.",
  no_seasons: "Сезонов пока нет.",
  no_show_limit: "Неявок подряд до снятия",
  no_show_note: "0: отсутствующие остаются в турнире.",
  no_standings: "Таблица появится, когда начнётся турнир.",
  not_there_yet: "Пока недоступно.",
  nothing_changed: "Таблица не изменилась.",
  nothing_to_print: "Пока не рассажен ни один тур.",
  open_tournament: "Открыть турнир",
  open_until: "открыт до {at}",
  organise: "Организация",
  organiser_enters_too: "Организатор всегда может добавить игроков и гостей.",
  organiser_needed:
    "Турниры здесь создают лишь некоторые игроки. Владелец сервиса может добавить вас по вашему ID игрока.",
  organiser_note:
    "{status, select, registration {Вы организатор. Начните, когда все будут готовы.} paused {Пауза: новые туры " +
    "не рассаживаются.} other {{between, select, true {{next, select, organiser {Рассадите следующий тур, когда " +
    "захотите.} other {Следующий тур рассаживается автоматически.}}} other {Вы организатор. Идут партии.}}}}",
  organiser_signs_in: "Войдите, чтобы создать турнир.",
  own_texts: "Описание и правила дома",
  pair_again: "Рассадить тур {round} заново",
  pair_again_note:
    "Тур начался {ago}. Партии, в которых меняются игроки, будут остановлены, и эти игроки увидят вашу причину.",
  pair_next: "Рассадить следующий тур",
  pairing_and_places: "Жеребьёвка и места",
  pairing_priority: "Что важнее при жеребьёвке",
  pairing_priority_named:
    "{priority, select, points {Встречаются игроки с равными очками} other {Каждый одинаково часто занимает каждое место}}",
  pause_minutes: "Минут между турами",
  pause_note: "Новые туры не рассаживаются, пока вы не продолжите. Начатые партии идут дальше.",
  pause_tournament: "Приостановить",
  penalty: "Назначить штраф",
  penalty_note: "Очки, вычтенные на этом этапе. 0 снимает штраф.",
  penalty_of: "штраф: {points}",
  pin_of: "ПИН-код {pin}",
  place: "Место",
  place_change: "место {before} → {now}",
  place_points: "Очки за места",
  place_points_note: "Начиная с первого места, например 10, 6, 3, 1. Пусто: считаются очки турниров.",
  places_above: "На сколько мест выше можно вызвать",
  places_down: "{places, plural, one {на # место ниже} few {на # места ниже} other {на # мест ниже}}",
  places_up: "{places, plural, one {на # место выше} few {на # места выше} other {на # мест выше}}",
  play_table: "Играть: тур {round}, стол {table}{game, plural, =0 {} other {, партия #}}",
  player_id: "ID игрока",
  players_count: "{count, plural, one {# игрок} few {# игрока} other {# игроков}}",
  players_in_seat_order: "Игроки в порядке мест за столом",
  podium_many: "Победу делят {count, plural, one {# игрок} few {# игрока} other {# игроков}}",
  podium_more: "и ещё {count}",
  podium_own: "Ваше место: {place}.",
  podium_shared: "Победу делят: {names}",
  podium_title: "Турнир выигрывает {name}",
  points: "Очки",
  points_change: "очки {before} → {now}",
  points_note:
    "{size, plural, one {# число} few {# числа} other {# чисел}} начиная с первого места. Пусто: как показано.",
  points_table: "Очки за место, за каждую партию",
  print: "Печать",
  print_named:
    "{sheet, select, tables {Рассадка по столам} names {Рассадка по именам} slips {Бланки результатов} standings {Турнирная таблица} bracket {Сетка} scores {Подсчёт очков} other {}}",
  provisional: "Предварительная таблица: турнир ещё идёт.",
  qualify: "Сколько игроков проходит из каждой группы",
  qualify_all: "Игроки, выходящие в следующий этап",
  rated_as: "рейтинг {rating}",
  rated_games: "Партии рейтинговые",
  rating_and_spectators: "Рейтинг и зрители",
  reason: "Причина (видна в журнале)",
  reason_may: "Причина (необязательно, видна в журнале)",
  reason_of_changes: "Причина изменений (необязательно, видна всем)",
  record_note: "Запись содержит все данные рассадки. Команда «bottega verify» вычисляет её заново.",
  reenter: "Вернуть в турнир",
  reenter_note: "Снова участвует, с тем же номером и очками.",
  registration: "Регистрация",
  registration_named: "{registration, select, open {Все игроки} code {По коду} other {Записывает только организатор}}",
  rejected_lines: "Не добавлены:",
  rematch_hours: "Через сколько часов те же двое могут встретиться снова",
  remove_division: "Убрать последний дивизион",
  remove_result: "Отменить результат",
  remove_staff: "Убрать из команды: {name}",
  remove_stage: "Убрать последний этап",
  replacement: "Свободные места в следующем этапе",
  replacement_named:
    "{replacement, select, group {Следующий из той же группы} standings {Следующий в таблице} other {Остаются свободными}}",
  replacement_note: "Если прошедший игрок выбывает до начала этапа.",
  reset_seating: "Вернуть исходную рассадку",
  result_set: "задано организатором",
  resume_tournament: "Продолжить",
  risers: "Сколько игроков переходит между дивизионами",
  risers_fact:
    "{count, plural, one {# игрок поднимается и # опускается} few {# игрока поднимаются и # опускаются} other {# игроков поднимаются и # опускаются}}",
  risers_note: "На каждой границе, не больше половины меньшего дивизиона.",
  round_clock: "{kind, select, end {До конца тура} next {До следующего тура} other {Время вышло}}",
  round_minutes: "Минут на тур",
  round_ends: "Окончание туров",
  round_ends_note:
    "Тур открыт до своего срока. Затем игрок, чей ход, проигрывает партию, а остальные партии решает счёт. " +
    "Игроки заранее получают уведомление. Пустые поля: туры без срока.",
  round_open_until: "Тур {round} открыт до",
  round_times: "Время начала туров",
  round_times_note: "Тур не начнётся раньше своего времени. Пустое поле: тур начнётся после предыдущего.",
  rounds: "Туры",
  rounds_note: "Очки каждого тура; под ними места соперников.",
  rounds_until_all: "0: пока не встретятся все.",
  rule_title: "Тур {round}, стол {table}",
  season: "Сезон",
  season_note:
    "{status, select, running {Когда закончатся все турниры, подтвердите переходы.} over {Все турниры закончились. Подтвердите переходы.} confirmed {Участники следующего сезона определены. Новое подтверждение заменит нынешнее.} other {}}",
  season_outcome:
    "{outcome, select, rises {▲ поднимается} falls {▼ опускается} undecided {не решено} other {остаётся}}",
  season_points:
    "{places, select, none {Очки турниров} other {Очки за места: {places}}}{best, plural, =0 {.} one {; учитывается # лучший результат.} few {; учитываются # лучших результата.} other {; учитываются # лучших результатов.}}",
  season_status: "{status, select, running {Идёт} over {Окончен} confirmed {Подтверждён} other {}}",
  season_visibility: "Кто может найти сезон",
  season_visibility_named:
    "{value, select, public {Все, в списке} unlisted {Все, у кого есть ссылка} other {Только его игроки}}",
  seasons: "Сезоны",
  seasons_more: "Несколько турниров с одной таблицей.",
  seat_round: "Рассадить этот тур",
  seated_by_hand: "рассажено организатором",
  seconds: "Секунды",
  secret_later: "Секрет публикуется после окончания.",
  seed_commitment: "Обязательство для жеребьёвки (SHA-256 сида)",
  seed_later: "Сид публикуется, когда закрывается регистрация.",
  series_break: "Минут между партиями",
  series_choice:
    "{series, select, none {Сколько указано ниже в разделе «Партии»} best_3 {До победы в серии из 3} best_5 {До победы в серии из 5} first_2 {До 2 побед} first_3 {До 3 побед} fixed_2 {2 подряд} break_3 {Серия из 3 с перерывами} break_5 {Серия из 5 с перерывами} cup_3 {Кубковый матч, серия из 3} cup_5 {Кубковый матч, серия из 5} own {Своя серия, см. ниже} other {3 подряд}}",
  series_details: "Перерывы и дополнительные партии",
  series_games: "Партий в серии",
  series_kind: "Порядок партий",
  series_kind_named:
    "{kind, select, simultaneous {Все одновременно} best_of {До победы в серии из нескольких партий} first_to {До заданного числа побед} other {Все партии подряд}}",
  series_label: "Партии одного матча",
  series_named:
    "{kind, select, fixed {{games, plural, one {# партия} few {# партии подряд} many {# партий подряд} other " +
    "{# партии подряд}}} other {до {wins, plural, one {# победы} few {# побед} many {# побед} other {# " +
    "победы}}}}",
  series_note:
    "{minutes, plural, =0 {} one {# минута между партиями.} few {# минуты между партиями.} other {# минут между партиями.}} {games, plural, =0 {} one {При равном счёте одна дополнительная партия} few {При равном счёте до # дополнительных партий} other {При равном счёте до # дополнительных партий}}{clock, select, none {} same {.} half { с половиной времени.} other { со своим контролем времени.}}",
  series_wins: "Сколько побед нужно",
  set_lineup: "Задать состав",
  set_result: "Задать результат",
  set_result_note: "Заменяет результат партий. Таблица сразу изменится.",
  set_team: "Указать команду",
  shared_places: "Игроки делят место, если ничто его не решает",
  shared_places_note: "Оба проигравших в полуфиналах делят тогда 3–4-е места.",
  signature: "Подпись",
  sitting_out: "Не играют:",
  slip_score: "Счёт",
  smaller_tables: "За некоторыми столами на одного игрока меньше, если этого требует число игроков.",
  staff: "Команда организатора",
  staff_note:
    "Соорганизаторы могут всё то же, что и вы, только не меняют команду. Судьи определяют результаты и снимают игроков. Помощники добавляют игроков и отмечают их участие.",
  staff_player: "Игрок",
  staff_player_note: "Имя игрока этого турнира или ID любого игрока.",
  staff_right: "{right, select, organise {Соорганизатор} referee {Судья} assist {Помощник} other {}}",
  staff_role: "Роль",
  staff_unknown: "В этом турнире нет игрока с таким именем. Введите ID игрока.",
  stage_before: "Этап {number}: {name}",
  stage_facts:
    "{format, select, swiss {Швейцарская система, {rounds, plural, one {# тур} few {# тура} other {# туров}}} " +
    "round_robin {Круговой} knockout {На выбывание} double_knockout {До двух поражений} ladder {Лестница} arena {Арена, {matches, " +
    "plural, =0 {{minutes} мин} one {по # матчу} other {по # матча}}} other {}}{groups, plural, =1 {} one { в # " +
    "группе} other { в # группах}}{size, plural, =2 {} other {, столы по #}}",
  stage_final: "Финальный этап: {name}",
  stage_named:
    "{format, select, swiss {Швейцарская система} round_robin {Круговой этап} knockout {Этап на выбывание} " +
    "double_knockout {До двух поражений} ladder {Лестница} arena {Арена} other {}}",
  stage_number: "Этап {number}",
  standings: "Турнирная таблица",
  standings_changed: "Таблица изменилась:",
  standings_order:
    "{reason, select, stages {Сначала важен финальный этап: кто в него вышел, стоит выше всех остальных при любых " +
    "очках. Очки указаны за этап.} knockout {На выбывание выше стоит тот, кто прошёл дальше. Очки решают между " +
    "теми, кто прошёл одинаково далеко.} other {Сначала финальный этап, потом очки}}",
  start_time: "Начало",
  start_time_note: "В это время турнир начнётся автоматически. Оставьте пустым, чтобы начать его самому.",
  start_tournament: "Начать",
  starts_at: "начало {at}",
  status: "Состояние",
  substitute: "Заменить",
  substitute_note:
    "Со следующей партии за участника играет другой игрок. Очки сохраняются. Начатые партии доигрывает прежний игрок.",
  substitute_player: "Игрок",
  substitute_player_note: "ID игрока или ссылка на его страницу.",
  table_column: "Стол",
  table_number: "Стол {table}",
  table_of: "Стол на {size}",
  table_size: "Игроков за столом",
  tables: "Столы",
  tables_closed: "завершено столов: {closed} из {all}",
  tables_closed_of: "Завершённые столы",
  tables_played: "играется: {running}, всего: {all}",
  take_part: "Участвовать",
  team: "Команда",
  team_board: "{team}, № {board}",
  team_boards: "Число досок в матче команд",
  team_boards_note: "0: встречаются отдельные игроки. Иначе в каждом туре встречаются команды, доска с доской.",
  team_matches_fact: "{boards, plural, one {команды на # доске} other {команды на # досках}}",
  team_may: "Команда (пусто: нет)",
  teams: "Команды",
  the_games: "Партии",
  the_tournament: "Турнир",
  tie_break:
    "{name, select, opponents {Очки соперников} head_to_head {Личные встречи} difference {Разница счёта} wins " +
    "{Победы} random {Жребий} other {}}",
  tie_break_clock: "Контроль времени дополнительных партий",
  tie_break_clock_named:
    "{clock, select, same {Тот же} half {Половина времени} per_decision {Время на решение} other {Время на игрока и партию}}",
  tie_break_game: "дополнительная партия",
  tie_break_games: "Дополнительных партий, не более",
  tie_break_games_note: "При равном счёте в матче. Решает первая партия с победителем («внезапная смерть»).",
  tie_break_short: "{name, select, opponents {Соп.} head_to_head {Личн.} difference {±} other {}}",
  tie_breaks_in_order: "Порядок показателей",
  top_table: "Следить за первым столом",
  tournament_event:
    "{type, select, substituted {Замена, играет {name}} claim_step {Протест {claim} (тур {round}, стол {table}): {step, select, filed {подаёт {name}} answered {ответ, {name}} upheld {удовлетворён} rejected {отклонён} appealed {апелляция, {name}} other {}}} " +
    "entered {Участвует {name}} checked_in {Участие подтверждено: {name}} withdrew {Снимается " +
    "{name}} reentered {Возвращается {name}} disqualified {{name}: дисквалификация} penalised {{points, plural, " +
    "=0 {{name}: штраф снят} one {{name} теряет # очко} few {{name} теряет # очка} many {{name} теряет # очков} " +
    "other {{name} теряет # очка}}} changed {Организатор меняет турнир} postponed {Слишком мало участников: " +
    "начало откладывается} " +
    "forfeited {Тур {round}, стол {table}: {name} больше не играет, матч окончен} " +
    "taken_back {{corrected, select, true {Тур {round} рассаживается заново после исправления} other {Тур {round} удалён}}} " +
    "stopped {Тур {round}, стол {table}: партия " +
    "остановлена} ruling_withdrawn {Тур {round}, стол {table}: заданный результат удалён} started {Турнир " +
    "начинается; регистрация закрыта} stage_began {Начинается этап {stage}} challenged {{name} вызывает: {opponent}} paired {Организатор рассаживает тур " +
    "{round}} " +
    "round_ends_soon {Тур {round} скоро закончится} opened {Тур {round} рассажен} finished {{aborted, select, true {Тур {round}, стол {table}: все " +
    "игроки сдались} other {Тур {round}, стол {table}: {order}}}} ruled {{lost, select, true {Тур {round}, стол " +
    "{table}, по решению: обоюдное поражение} other {Тур {round}, стол {table}, по решению: " +
    "{order}}}} lineup_set {{name}: состав на тур {round}} staff_changed {{right, select, organise {Новый соорганизатор: {name}} referee {Новый судья: {name}} " +
    "assist {Новый помощник: {name}} other {{name} больше не в команде организатора}}} paused {Пауза} resumed {Турнир продолжается} cancelled {Отменён} ended {Турнир окончен} reopened " +
    "{Турнир снова открыт: осталось сыграть матч} other {}}",
  tournament_log: "Журнал турнира",
  tournaments_more: "Рассадка, столы и таблица в реальном времени.",
  unopposed: "Без соперника, с очками за отсутствие пары: {names}",
  venue_pairings: "Рассадка",
  watch_game:
    "{game, plural, =0 {{status, select, running {Смотреть} other {Посмотреть}}} other {{status, select, running " +
    "{Смотреть партию {game}} other {Партия {game}}}}}",
  which_games: "Какие партии",
  who_enters: "Кто может участвовать",
  winner_of:
    "{count, select, 2 {Победитель полуфинала {number}} 4 {Победитель 1/4 финала №{number}} other {Победитель за столом {number}}}",
  wins: "Победы",
  withdraw: "Сняться",
  withdraw_note: "Не участвует в следующих турах. Начатые партии продолжаются.",
  withdrawn: "снялся",
  won: "победа",
  you_are_in: "Вы участвуете как {name}.",
  you_wait: "Вы участвуете как {name}. Партий с вашим ходом нет.",
  your_games_wait: "{name}, ваш стол готов. Садитесь за игру.",
  your_part: "Ваше участие",
} satisfies Words["tournament"];
