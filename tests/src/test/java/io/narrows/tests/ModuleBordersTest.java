package io.narrows.tests;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the arrows of ARCHITECTURE.md: {@code cli -> proxy -> config -> codec}, {@code middleware -> config -> codec},
 * {@code proxy -> unpack -> codec}, {@code cli -> lab -> node -> storage -> codec}, {@code lab -> terminal -> config}, that {@code estimate} reads captured
 * packets without any of them and runs their streams through {@code proxy}'s parts, and which module may use which library.
 * {@code testkit} serves tests only: no module depends on it, and it depends on none.
 */
@Tag("long")
class ModuleBordersTest {
    private static final String NETTY = "io.netty..";
    private static final String PROTOBUF = "com.google.protobuf..";
    private static final String YAML = "org.snakeyaml..";
    private static final String COMMAND_LINE = "picocli..";
    private static final String CONFIG = "io.narrows.config..";
    private static final String UNPACK = "io.narrows.unpack..";
    private static final String PROXY = "io.narrows.proxy..";
    private static final String ESTIMATE = "io.narrows.estimate..";
    private static final String STORAGE = "io.narrows.storage..";
    private static final String NODE = "io.narrows.node..";
    private static final String MIDDLEWARE = "io.narrows.middleware..";
    private static final String GRPC = "io.grpc..";
    private static final String TERMINAL = "io.narrows.terminal..";
    private static final String LAB = "io.narrows.lab..";
    private static final String CLI = "io.narrows.cli..";
    private static final String TESTKIT = "io.narrows.testkit..";
    private static final String MICROMETER = "io.micrometer..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.narrows");

    @Test
    void codecKnowsBytesOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.narrows.codec..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        UNPACK,
                        CONFIG,
                        STORAGE,
                        NODE,
                        PROXY,
                        ESTIMATE,
                        MIDDLEWARE,
                        TERMINAL,
                        LAB,
                        CLI,
                        NETTY,
                        GRPC,
                        PROTOBUF,
                        YAML,
                        COMMAND_LINE,
                        MICROMETER)
                .check(CLASSES);
    }

    @Test
    void unpackKnowsTheCodecsOnly() {
        noClasses()
                .that()
                .resideInAPackage(UNPACK)
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.narrows..").and(resideOutsideOfPackages(UNPACK, "io.narrows.codec..")))
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(NETTY, GRPC, PROTOBUF, YAML, COMMAND_LINE, MICROMETER)
                .check(CLASSES);
    }

    @Test
    void configKnowsNoNetwork() {
        noClasses()
                .that()
                .resideInAPackage(CONFIG)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        STORAGE,
                        NODE,
                        PROXY,
                        ESTIMATE,
                        MIDDLEWARE,
                        TERMINAL,
                        LAB,
                        CLI,
                        NETTY,
                        GRPC,
                        PROTOBUF,
                        COMMAND_LINE,
                        MICROMETER)
                .check(CLASSES);
    }

    @Test
    void storageKnowsNeitherNetworkNorConfiguration() {
        noClasses()
                .that()
                .resideInAPackage(STORAGE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        CONFIG,
                        NODE,
                        PROXY,
                        ESTIMATE,
                        MIDDLEWARE,
                        TERMINAL,
                        LAB,
                        CLI,
                        NETTY,
                        GRPC,
                        PROTOBUF,
                        YAML,
                        COMMAND_LINE,
                        MICROMETER,
                        "java.net..")
                .check(CLASSES);
    }

    @Test
    void proxyKnowsNeitherYamlNorCommandLine() {
        noClasses()
                .that()
                .resideInAPackage(PROXY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        STORAGE, ESTIMATE, NODE, MIDDLEWARE, TERMINAL, LAB, CLI, GRPC, YAML, COMMAND_LINE, MICROMETER)
                .check(CLASSES);
    }

    @Test
    void certificatesAreMadeByTlsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.narrows.proxy.tls..", TESTKIT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(CLASSES);
    }

    @Test
    void insideOfALinkIsKnownToLinksOnly() {
        noClasses()
                .that()
                .resideInAPackage(PROXY)
                .and()
                .resideOutsideOfPackage("io.narrows.proxy.link..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.narrows.proxy.link.frame..",
                        "io.narrows.proxy.link.bill..",
                        "io.narrows.proxy.link.terms..",
                        "io.narrows.proxy.link.control..",
                        "io.narrows.proxy.link.liveness..",
                        "io.narrows.proxy.link.send..",
                        "io.narrows.proxy.link.receive..",
                        "io.narrows.proxy.link.unpack..")
                .check(CLASSES);
    }

    @Test
    void piecesAreUnpackedByLinksAndEstimatesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(UNPACK, PROXY, ESTIMATE, CLI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(UNPACK)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(PROXY)
                .and()
                .resideOutsideOfPackages(
                        "io.narrows.proxy",
                        "io.narrows.proxy.link.unpack..",
                        "io.narrows.proxy.link.session..",
                        "io.narrows.proxy.link.handshake..",
                        "io.narrows.proxy.link.registry..",
                        "io.narrows.proxy.sample..",
                        "io.narrows.proxy.relay..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(UNPACK)
                .check(CLASSES);
    }

    /** The stage between the codec and the application: neither direction of the codec knows it, and it knows no link. */
    @Test
    void unpackingIsBetweenTheCodecAndTheLink() {
        noClasses()
                .that()
                .resideInAnyPackage("io.narrows.proxy.link.send..", "io.narrows.proxy.link.receive..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.narrows.proxy.link.unpack..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.narrows.proxy.link.unpack..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.narrows.proxy.link.session..",
                        "io.narrows.proxy.link.handshake..",
                        "io.narrows.proxy.link.pool..",
                        "io.narrows.proxy.link.proto..")
                .check(CLASSES);
    }

    @Test
    void nodeKnowsTheStorageOnly() {
        noClasses()
                .that()
                .resideInAPackage(NODE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CONFIG, PROXY, ESTIMATE, MIDDLEWARE, TERMINAL, LAB, CLI, YAML, COMMAND_LINE)
                .check(CLASSES);
    }

    @Test
    void middlewareKnowsTheConfigurationOnlyAndNoTransport() {
        noClasses()
                .that()
                .resideInAPackage(MIDDLEWARE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        STORAGE,
                        NODE,
                        PROXY,
                        ESTIMATE,
                        TERMINAL,
                        LAB,
                        CLI,
                        NETTY,
                        "io.grpc.netty..",
                        PROTOBUF,
                        YAML,
                        COMMAND_LINE)
                .check(CLASSES);
    }

    @Test
    void terminalKnowsNeitherTrafficNorVerbs() {
        noClasses()
                .that()
                .resideInAPackage(TERMINAL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        NODE,
                        PROXY,
                        ESTIMATE,
                        MIDDLEWARE,
                        LAB,
                        CLI,
                        NETTY,
                        GRPC,
                        PROTOBUF,
                        YAML,
                        MICROMETER,
                        "java.net..")
                .check(CLASSES);
    }

    @Test
    void capturedPacketsAreReadWithoutTheRest() {
        noClasses()
                .that()
                .resideInAnyPackage("io.narrows.estimate.pcap..", "io.narrows.estimate.tcp..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.narrows..").and(resideOutsideOfPackage(ESTIMATE)))
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(NETTY, GRPC, PROTOBUF, YAML, COMMAND_LINE, MICROMETER)
                .check(CLASSES);
    }

    @Test
    void labKnowsSidecarsAsProcessesOnly() {
        noClasses()
                .that()
                .resideInAPackage(LAB)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PROXY, ESTIMATE, MIDDLEWARE, CLI, NETTY, MICROMETER)
                .check(CLASSES);
    }

    @Test
    void testkitServesTestsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(TESTKIT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(TESTKIT)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(TESTKIT)
                .should()
                .dependOnClassesThat(resideInAPackage("io.narrows..").and(resideOutsideOfPackage(TESTKIT)))
                .check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.narrows.(*)..",
                "io.narrows.codec.(*)..",
                "io.narrows.unpack.(*)..",
                "io.narrows.storage.(*)..",
                "io.narrows.storage.sst.(*)..",
                "io.narrows.node.(*)..",
                "io.narrows.proxy.(*)..",
                "io.narrows.proxy.link.(*)..",
                "io.narrows.middleware.(*)..",
                "io.narrows.estimate.(*)..",
                "io.narrows.terminal.(*)..",
                "io.narrows.lab.(*)..",
                "io.narrows.cli.(*).."
            })
    void packagesHaveNoCycles(String slices) {
        slices().matching(slices)
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }
}
