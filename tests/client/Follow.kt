import bottega.client.Events
import bottega.client.ProblemException
import bottega.client.Transport
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject

/** The messages after which a new object continues. */
private const val PART = 50

/** Follow a log to its end, or for some messages; print the versions of its events and the types of other messages. */
fun main(arguments: Array<String>) {
    val (service, path, transport, token, most) = arguments
    val versions = mutableListOf<JsonPrimitive>()
    val others = mutableListOf<JsonPrimitive>()
    var after: String? = null
    var problem: String? = null
    try {
        while (others.lastOrNull()?.content != "over" && versions.size + others.size < most.toInt()) {
            Events(service, path, token.ifEmpty { null }, after, "actions".takeIf { path != "/me" }, Transport.valueOf(transport)).use { events ->
                for (message in events.messages().take(minOf(PART, most.toInt()))) {
                    if (message.type == "event") versions += message.data.getValue("version") as JsonPrimitive
                    else others += JsonPrimitive(message.type)
                }
                after = events.after
            }
        }
    } catch (error: ProblemException) {
        problem = error.code
    }
    println(buildJsonObject {
        put("versions", JsonArray(versions))
        put("others", JsonArray(others))
        put("problem", JsonPrimitive(problem))
    })
}
