package io.narrows.cli;

import io.narrows.cli.estimate.CaptureFiles;
import io.narrows.cli.estimate.EstimateJson;
import io.narrows.cli.estimate.EstimateOutput;
import io.narrows.cli.estimate.EstimateTable;
import io.narrows.cli.estimate.FlowOptions;
import io.narrows.cli.estimate.PresetConverter;
import io.narrows.cli.estimate.RangeJson;
import io.narrows.cli.estimate.RangeTable;
import io.narrows.cli.estimate.TopologyConverter;
import io.narrows.cli.estimate.page.CapturePage;
import io.narrows.cli.estimate.page.PageFile;
import io.narrows.cli.estimate.page.RangePage;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.AutoSettings;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.Location;
import io.narrows.config.Policy;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.estimate.flow.MatrixException;
import io.narrows.estimate.flow.RangeReport;
import io.narrows.estimate.flow.RangeSettings;
import io.narrows.estimate.report.NoRateException;
import io.narrows.estimate.report.Report;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.EstimateSettings;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.estimate.topology.ConfiguredNodes;
import io.narrows.estimate.topology.Topology;
import io.narrows.estimate.topology.TopologyEntry;
import io.narrows.terminal.option.CodecOption;
import io.narrows.terminal.option.NodeOption;
import io.narrows.terminal.option.SizeConverter;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Estimates what sidecars would save on captured traffic, or on traffic of which only the bytes are known. */
@Command(
        name = "estimate",
        description =
                "Estimates what sidecars would save: bytes, processor time and dollars of each codec. Captured traffic"
                        + " is compressed, and the policy that costs least proposed; a cluster on paper (--nodes), a"
                        + " table (--matrix) and metrics (--prometheus) have ranges from recorded traffic.",
        footer = {
            "",
            "Addresses get their places from --config and --topology; the longest prefix",
            "applies. Traffic of other addresses is counted, and left out. Tables and metrics",
            "may also name a node REGION/ZONE/NAME, or by its id in the file of --config."
        })
final class EstimateCommand implements Callable<Integer> {
    private static final List<CodecSpec> ALTERNATIVES = List.of(
            CodecSpec.of(Codec.LZ4),
            CodecSpec.of(Codec.ZSTD, 1),
            CodecSpec.of(Codec.ZSTD, 3),
            CodecSpec.of(Codec.ZSTD, 9),
            CodecSpec.of(Codec.DENSE));

    /** Exit code of an estimate of the part of a capture before its damage. */
    private static final int EXIT_DAMAGED = 1;

    /** Connections at once: with every codec, one takes some kilobytes beside its contexts. */
    private static final AssemblyLimits LIMITS =
            new AssemblyLimits(20_000, 4 << 20, 64 << 20, AssemblyLimits.DEFAULT.idle());

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE|-",
            description = "Captures in the format pcap or pcapng, in the order of their time; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Configuration file with nodes, policy and tariff. Default: the default policy and tariff.")
    private @Nullable Path configFile;

    @Mixin
    private NodeOption node;

    @Option(
            names = "--topology",
            paramLabel = "CIDR=PLACE",
            converter = TopologyConverter.class,
            description = "Place of a range of addresses, REGION/ZONE or REGION/ZONE/HOST, such as"
                    + " 10.1.0.0/16=us-east-1/us-east-1a. Can be repeated.")
    private List<TopologyEntry> topology = new ArrayList<>();

    @Option(
            names = "--tariff",
            paramLabel = "PROVIDER",
            converter = PresetConverter.class,
            description = "List prices of a provider, instead of the configuration's tariff: aws, gcp, azure or"
                    + " azure-peering.")
    private @Nullable Preset tariff;

    @Option(
            names = "--plaintext",
            description = "Assumes links without TLS. Default: as in the configuration, or with TLS.")
    private boolean plaintext;

    @Option(
            names = "--context-memory",
            paramLabel = "SIZE",
            defaultValue = "256MiB",
            converter = SizeConverter.class,
            description = "Memory limit for all compression contexts. Default: ${DEFAULT-VALUE}.")
    private long contextMemory;

    @Mixin
    private CodecOption codecs;

    @Mixin
    private FlowOptions flows;

    @Mixin
    private EstimateOutput output;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also writes the estimate as a page: one HTML file, without scripts.")
    private @Nullable Path html;

    @Override
    public Integer call() {
        String problem = flows.problem(!files.isEmpty());
        if (!problem.isEmpty()) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        if (files.stream().filter(CaptureFiles.STANDARD_INPUT::equals).count() > 1) {
            throw new ParameterException(spec.commandLine(), "- (standard input) can be given once only");
        }
        if (configFile == null && node.isSet()) {
            throw new ParameterException(spec.commandLine(), "--node needs --config FILE");
        }
        if (configFile == null) {
            return estimate(new Places(topology, Map.of()), Policy.STANDARD, Optional.empty());
        }
        ConfigSource source = MachinePlace.of(node.source(configFile));
        if (source.node().isEmpty() && !source.undecided().isEmpty()) {
            source = source.withNode(source.undecided().get(0).value());
        }
        Optional<Config> config = LoadedConfig.of(source);
        return config.isEmpty() ? Narrows.EXIT_BAD_INPUT : estimate(config.get(), source);
    }

    private int estimate(Config config, ConfigSource source) {
        try {
            List<TopologyEntry> entries = new ArrayList<>(topology);
            entries.addAll(ConfiguredNodes.of(config, source));
            Places places = new Places(entries, ConfiguredNodes.places(config, source));
            return estimate(places, config.policy(), Optional.of(config));
        } catch (ConfigException e) {
            return LoadedConfig.refusal(e);
        }
    }

    /** The nodes by their addresses, and by their names. */
    private record Places(List<TopologyEntry> entries, Map<String, Location> names) {}

    private int estimate(Places places, Policy policy, Optional<Config> config) {
        PrintWriter err = spec.commandLine().getErr();
        try {
            if (flows.isSet()) {
                reportRanges(places, policy, config);
                return 0;
            }
            Finished finished = run(new Topology(places.entries()), policy, config, err);
            report(finished, config);
            return finished.whole() ? 0 : EXIT_DAMAGED;
        } catch (FileSystemException e) {
            err.println("narrows: " + e.getFile() + ": " + Reason.of(e));
        } catch (MatrixException e) {
            e.problems().forEach(problem -> err.println("narrows: " + problem));
        } catch (IOException | NoRateException e) {
            err.println("narrows: " + e.getMessage());
        }
        err.flush();
        return Narrows.EXIT_BAD_INPUT;
    }

    private void reportRanges(Places places, Policy policy, Optional<Config> config) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        RangeSettings settings = new RangeSettings(
                flows.kind(),
                flows.trafficClass(),
                policy,
                auto(config),
                codecs.among(Codecs.load(), ALTERNATIVES, err),
                encryptedLinks(config),
                prices(config));
        try {
            RangeReport report = RangeReport.of(flows.read(places.entries(), places.names()), settings);
            PrintWriter out = spec.commandLine().getOut();
            String source = flows.description();
            if (html != null) {
                PageFile.write(html, new RangePage(report).html(source));
            }
            output.write(
                    json -> new RangeJson(report, json).write(source),
                    () -> new RangeTable(report, out).write(source),
                    out);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private boolean encryptedLinks(Optional<Config> config) {
        return !plaintext && config.map(from -> from.link().tls().isPresent()).orElse(true);
    }

    private static AutoSettings auto(Optional<Config> config) {
        return config.map(Config::auto).orElse(AutoSettings.STANDARD);
    }

    private Tariff prices(Optional<Config> config) {
        return tariff != null ? Tariff.of(tariff) : config.map(Config::tariff).orElse(Tariff.STANDARD);
    }

    /**
     * Captures that were read.
     *
     * @param whole whether all were read to their end, and none is damaged
     */
    private record Finished(Estimate estimate, CapturedStreams streams, boolean whole) {}

    private Finished run(Topology places, Policy policy, Optional<Config> config, PrintWriter err) throws IOException {
        if (places.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no address has a place (expected: --topology CIDR=REGION/ZONE, or --config FILE whose nodes have IP"
                            + " addresses)");
        }
        Codecs there = Codecs.load();
        EstimateSettings settings = new EstimateSettings(
                policy,
                auto(config),
                config.map(Config::patterns).orElse(List.of()),
                codecs.among(there, ALTERNATIVES, err),
                encryptedLinks(config),
                contextMemory);
        Estimate estimate = new Estimate(places, settings, there);
        CapturedStreams streams = new CapturedStreams(estimate, LIMITS);
        boolean whole = new CaptureFiles(files, err).read(streams);
        return new Finished(estimate, streams, whole);
    }

    private void report(Finished finished, Optional<Config> config) throws IOException, NoRateException {
        CapturedStreams capture = finished.streams();
        Report report = Report.of(finished.estimate(), capture.packets(), capture.streams(), prices(config));
        if (html != null) {
            PageFile.write(html, new CapturePage(report).html());
        }
        PrintWriter out = spec.commandLine().getOut();
        output.write(json -> EstimateJson.write(report, json), () -> new EstimateTable(out).write(report), out);
    }
}
