// swift-tools-version:6.0

import PackageDescription

let package = Package(
    name: "Bottega",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8)],
    products: [.library(name: "Bottega", targets: ["Bottega"])],
    targets: [.target(name: "Bottega")],
    swiftLanguageModes: [.v6]
)
