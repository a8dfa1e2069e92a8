import Foundation

let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let page = try JSONDecoder().decode(PoolPage.self, from: data)
let unknown = page.pools.filter { pool in
    if case .unknown = pool { return true } else { return false }
}
print(unknown.count)
print(String(data: try JSONEncoder().encode(page), encoding: .utf8)!)
