#if !canImport(FoundationNetworking) // URLSession cannot read streams on Linux
import Foundation

/// How entries arrive. A stream changes to long polls while it is cut before an entry arrives.
public enum EventTransport: Sendable {
    case stream, poll
}

/// A message of a log.
///
/// `type` is `event` (games, tournaments) or `notice` (players) for an entry. Other types are those of `messageTypes`, and
/// `deleted` if notices were deleted before they were read. `id` is the id of the last entry. `data` is the JSON of the
/// message: decode it with a model, for example `Event`.
public struct EventMessage: Sendable {
    public let type: String
    public let id: String?
    public let data: JSONValue

    /// Decode the data as a generated model.
    public func decode<Model: Decodable>(_ model: Model.Type) throws -> Model {
        try BottegaAPIConfiguration.shared.codableHelper.jsonDecoder.decode(model, from: JSONEncoder().encode(data))
    }
}

/// The types of messages in each kind of stream.
public let messageTypes: [String: [String]] = [
    "game": ["event", "started", "next_decision", "aborted", "over", "seats", "presence", "undo_offers", "queue", "rematch", "faulty"],
    "me": ["notice"],
    "tournament": ["event", "over"],
]

/// The types of messages about what changes in a game without an event. `include` names those that are sent.
public let surroundings = ["seats", "presence", "undo_offers", "queue", "rematch", "faulty"]

/// An error response. `code` is stable. `body` is the problem (RFC 9457), or nil if a proxy sent the response.
public struct ProblemError: Error, Sendable {
    public let status: Int
    public let body: JSONValue?
    public var code: String { body?["code"]?.stringValue ?? "unknown" }

    var isTemporary: Bool { status >= 500 || status == 429 }
}

/// The log of a game, a player or a tournament: each entry once and in order, also after lost connections.
///
/// `service` is the URL of the service, without `/v1`. `path` is `/games/<id>`, `/me` or `/tournaments/<id>`. `token` is
/// a seat token or a player key. `after` is the id of the last known entry; by default all entries follow. `include`
/// names extra parts, separated by commas: `actions`, `patches`, and those of `surroundings`. With `rematch` a stream
/// waits for the rematch of a finished game. The loop throws a `ProblemError` if the service rejects the request. To end
/// the loop early, leave it or cancel its task.
public struct Events: AsyncSequence, Sendable {
    public typealias Element = EventMessage

    let service: URL
    let path: String
    let token: String?
    let after: String?
    let include: String?
    let transport: EventTransport

    public init(
        service: URL, path: String, token: String? = nil, after: String? = nil, include: String? = nil,
        transport: EventTransport = .stream
    ) {
        self.service = service
        self.path = path
        self.token = token
        self.after = after
        self.include = include
        self.transport = transport
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<EventMessage, Error>.Iterator {
        AsyncThrowingStream<EventMessage, Error> { continuation in
            let task = Task {
                var reader = EventReader(events: self, continuation: continuation)
                do {
                    try await reader.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }.makeAsyncIterator()
    }
}

/// Reads a log for one loop, and remembers its position.
private struct EventReader {
    /// The service sends data at least every 15 seconds.
    static let silentSeconds = 40.0
    static let pollSeconds = 20
    /// After this number of streams in a row without an entry, the log is polled until an entry arrives.
    static let brokenStreams = 3
    static let slowestSeconds = 15.0
    static let ended: Set<String> = ["over", "aborted", "cancelled"]

    let events: Events
    let continuation: AsyncThrowingStream<EventMessage, Error>.Continuation
    var after: String?
    var isOpen = false
    var hasStarted = false
    var hasEnded = false
    var isFinished = false
    var known: [String: JSONValue] = [:]
    var decision: Int?
    /// The `state_tag` of the last page whose messages were delivered.
    var tag: String?

    init(events: Events, continuation: AsyncThrowingStream<EventMessage, Error>.Continuation) {
        self.events = events
        self.continuation = continuation
        after = events.after
    }

    var isGame: Bool { events.path.hasPrefix("/games/") }
    var isTournament: Bool { events.path.hasPrefix("/tournaments/") }
    var awaitsRematch: Bool { events.include?.split(separator: ",").contains("rematch") == true }
    var lastId: String { after ?? "0" }
    var entry: String { events.path == "/me" ? "notice" : "event" }

    /// Read until the log ends or the task is cancelled; throws a `ProblemError` if the request is rejected.
    mutating func run() async throws {
        var failures = 0
        while !isFinished {
            let before = after
            do {
                if events.transport == .poll || failures >= Self.brokenStreams {
                    try await poll()
                } else {
                    try await stream()
                }
            } catch let problem as ProblemError {
                if problem.code == "notices_deleted", let body = problem.body {
                    after = body["after"]?.stringValue
                    continuation.yield(EventMessage(type: "deleted", id: nil, data: body))
                } else if !problem.isTemporary {
                    throw problem
                }
            } catch let error as URLError where error.code != .badURL && error.code != .cancelled {
                // The connection is lost: the next attempt continues after the last entry.
            }
            failures = after == before ? failures + 1 : 0
            if !isFinished { try await pause(failures) }
        }
    }

    /// Deliver a message, unless it was delivered before.
    mutating func deliver(_ message: EventMessage) {
        if !isNew(message) { return }
        continuation.yield(message)
        if isLast(message) { isFinished = true }
    }

    /// Note a message; false if it was delivered before.
    mutating func isNew(_ message: EventMessage) -> Bool {
        switch message.type {
        case entry:
            guard advance(message) else { return false }
            _ = isNewDecision(message)
            return true
        case "next_decision": return isNewDecision(message)
        case "started":
            defer { hasStarted = true }
            return !hasStarted
        case "aborted": return !hasEnded
        case "over":
            defer { hasEnded = true }
            return !hasEnded
        case let type where surroundings.contains(type):
            return known.updateValue(message.data, forKey: type) != message.data
        default: return true
        }
    }

    /// Note the pending decision of a message; false if it was delivered before.
    mutating func isNewDecision(_ message: EventMessage) -> Bool {
        guard let next = message.data["next_decision"]?["decision"]?.intValue, next != decision else { return false }
        decision = next
        return true
    }

    /// Whether no message follows.
    func isLast(_ message: EventMessage) -> Bool {
        let waits = awaitsRematch && message.data["status"]?.stringValue != "aborted"
        return message.type == "rematch" || (message.type == "over" && !waits)
    }

    /// Deliver the messages of one stream until its connection is lost. `AsyncBytes.lines` would drop the empty lines.
    mutating func stream() async throws {
        let (bytes, response) = try await URLSession.shared.bytes(for: request("/events/stream", query: [("include", events.include)]))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 204 { return try await poll() } // a page says how the log ended
        if status < 400, let started = try await missedStart() { deliver(started) }
        var line = Data()
        var fields: [String: String] = [:]
        for try await byte in bytes {
            if byte != UInt8(ascii: "\n") || status >= 400 {
                line.append(byte)
            } else if line.isEmpty {
                if let data = fields["data"] {
                    deliver(EventMessage(type: fields["event"] ?? "message", id: fields["id"], data: try parse(Data(data.utf8))))
                }
                fields = [:]
                if isFinished { return }
            } else {
                let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                fields[String(parts[0])] = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
                line = Data()
            }
        }
        if status >= 400 { throw ProblemError(status: status, body: try? parse(line)) }
    }

    /// Deliver the messages that a stream would have, by long polls: always, or until an entry arrives.
    mutating func poll() async throws {
        if let decision = try await pendingDecision() {
            deliver(EventMessage(type: "next_decision", id: lastId, data: decision))
        }
        var wait = 0
        while !isFinished {
            let query: [(String, String?)] = [("include", events.include), ("wait", String(wait)), ("state_tag", tag)]
            let page = try await fetch("/events", query: query)
            wait = Self.pollSeconds
            let status = page["status"]?.stringValue ?? ""
            if status != "open", let started = try await missedStart() { deliver(started) }
            isOpen = status == "open"
            let entries = page["events"]?.arrayValue ?? []
            for each in entries {
                let id = each["id"]?.stringValue ?? each["number"]?.intValue.map(String.init)
                deliver(EventMessage(type: entry, id: id, data: each))
            }
            for type in surroundings where type != "rematch" { deliver(type, of: page) }
            tag = page["state_tag"]?.stringValue
            if entries.isEmpty && Self.ended.contains(status) {
                if let aborted = page["aborted"] { deliver(EventMessage(type: "aborted", id: lastId, data: aborted)) }
                deliver(EventMessage(type: "over", id: lastId, data: ending(page, status)))
                deliver("rematch", of: page)
                isFinished = true
            } else if !entries.isEmpty && events.transport == .stream {
                return
            }
        }
    }

    /// Deliver a part of what changes without an event, if the page has it.
    mutating func deliver(_ type: String, of page: JSONValue) {
        guard let value = page["surroundings"]?[type] else { return }
        deliver(EventMessage(type: type, id: lastId, data: .dictionary([type: value])))
    }

    /// Return the data of the message `over`.
    func ending(_ page: JSONValue, _ status: String) -> JSONValue {
        if isTournament { return part(of: page, ["status"]) }
        return part(of: page, status == "aborted" ? ["version", "status"] : ["version"])
    }

    /// Return the start of a game between the page that was read last and now.
    mutating func missedStart() async throws -> EventMessage? {
        guard isOpen else { return nil }
        let game = try await fetch("", query: [])
        guard let ruleset = game["ruleset"], ["running", "over"].contains(game["status"]?.stringValue ?? "") else { return nil }
        isOpen = false
        let data: [String: JSONValue] = ["ruleset": ruleset, "version": .int(order(lastId).0)]
        return EventMessage(type: "started", id: lastId, data: .dictionary(data))
    }

    /// Return the decision that the seat must make now, if decisions are wanted and no later entry will contain it.
    func pendingDecision() async throws -> JSONValue? {
        guard isGame, events.include?.contains("actions") == true else { return nil }
        let legal: JSONValue
        do {
            legal = try await fetch("/actions", query: [])
        } catch let problem as ProblemError where !problem.isTemporary {
            return nil
        }
        guard let version = legal["version"]?.intValue, legal["decision"] != nil, version <= order(after ?? "0").0 else { return nil }
        guard case .dictionary(var decision) = part(of: legal, ["ruleset", "version"]) else { return nil }
        decision["next_decision"] = part(of: legal, ["decision", "actions", "previews"])
        return .dictionary(decision)
    }

    /// Note an entry as the last one; false if it was delivered before.
    mutating func advance(_ message: EventMessage) -> Bool {
        guard let id = message.id, order(id) > order(after ?? "0") else { return false }
        after = id
        return true
    }

    /// Return the numbers that order ids: time and count of a notice, the version of an event without its check digits.
    func order(_ id: String) -> (Int, Int) {
        let parts = id.split(separator: "-")
        let count = entry == "notice" && parts.count > 1 ? Int(parts[1]) : 0
        return (parts.first.flatMap { Int($0) } ?? 0, count ?? 0)
    }

    func part(of object: JSONValue, _ names: Set<String>) -> JSONValue {
        .dictionary((object.dictionaryValue ?? [:]).filter { names.contains($0.key) })
    }

    func parse(_ data: Data) throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: data) }

    func fetch(_ place: String, query: [(String, String?)]) async throws -> JSONValue {
        let (data, response) = try await URLSession.shared.data(for: request(place, query: query))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status >= 400 { throw ProblemError(status: status, body: try? parse(data)) }
        return try parse(data)
    }

    func request(_ place: String, query: [(String, String?)]) throws -> URLRequest {
        let base = events.service.absoluteString.hasSuffix("/") ? String(events.service.absoluteString.dropLast()) : events.service.absoluteString
        guard var components = URLComponents(string: base + "/v1" + events.path + place) else { throw URLError(.badURL) }
        let items = query.filter { $0.1 != nil }.map { URLQueryItem(name: $0.0, value: $0.1) }
        components.queryItems = items.isEmpty ? nil : items
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.silentSeconds)
        if let token = events.token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let after { request.setValue(after, forHTTPHeaderField: "Last-Event-ID") }
        return request
    }

    /// Wait before the next attempt, spread so that clients do not all return at once.
    func pause(_ failures: Int) async throws {
        let longest = failures == 0 ? 0.1 : min(Self.slowestSeconds, 0.5 * pow(2, Double(min(failures, 5))))
        try await Task.sleep(nanoseconds: UInt64(longest * Double.random(in: 0.5..<1.5) * 1_000_000_000))
    }
}
#endif
