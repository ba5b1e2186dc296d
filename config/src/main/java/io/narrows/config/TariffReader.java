package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code tariff}: a preset and the user's overrides. */
final class TariffReader {
    static final Keys KEYS = Keys.of("tariff")
            .optional(Stream.of(
                            Stream.of("preset"),
                            Tier.BY_LABEL.keySet().stream(),
                            Stream.of("regions", "discount", "both-ends", "cpu-core-hour", "storage-gb-month"))
                    .flatMap(keys -> keys)
                    .toArray(String[]::new));
    static final Keys PRICE = Keys.of("price").required("sent", "received");
    static final Keys PAIR = Keys.of("price of regions").required("from", "to", "sent", "received");
    static final Keys DISCOUNT = Keys.of("discount").optional("transfer", "compute");

    static final double MAX_USD = 1000;

    private TariffReader() {}

    static Optional<Tariff> read(YamlValue value) {
        return value.map(KEYS).map(tariff -> {
            Preset preset =
                    tariff.read("preset", name -> name.word(Preset.BY_LABEL)).orElse(Tariff.STANDARD.preset());
            return new Tariff(
                    preset,
                    tiers(tariff, preset.unit()),
                    tariff.read("regions", pairs -> pairs(pairs, preset.unit())).orElse(List.of()),
                    tariff.read("discount", TariffReader::discount).orElse(Discount.NONE),
                    tariff.read("both-ends", YamlValue::bool).orElse(false),
                    tariff.read("cpu-core-hour", TariffReader::usd).orElse(Tariff.DEFAULT_CPU_CORE_HOUR),
                    tariff.read("storage-gb-month", TariffReader::usd).orElse(Tariff.DEFAULT_STORAGE_GB_MONTH));
        });
    }

    private static Map<Tier, Price> tiers(YamlMap tariff, GbUnit unit) {
        Map<Tier, Price> prices = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            tariff.read(tier.label(), value -> value.map(PRICE))
                    .flatMap(map -> price(map, unit))
                    .ifPresent(price -> prices.put(tier, price));
        }
        return prices;
    }

    private static Optional<List<RegionPrice>> pairs(YamlValue value, GbUnit unit) {
        return value.items("a list of prices for pairs of regions").map(items -> {
            List<RegionPrice> pairs = new ArrayList<>();
            for (YamlValue item : items) {
                item.map(PAIR).flatMap(map -> pair(map, unit)).ifPresent(pair -> {
                    reportRepeated(pair, pairs, item);
                    pairs.add(pair);
                });
            }
            return pairs;
        });
    }

    private static Optional<RegionPrice> pair(YamlMap map, GbUnit unit) {
        Optional<String> from = map.read("from", Names::name);
        Optional<String> to = map.read("to", Names::name);
        Optional<Price> price = price(map, unit);
        return from.flatMap(f -> to.flatMap(t -> price.map(p -> new RegionPrice(f, t, p))));
    }

    private static void reportRepeated(RegionPrice pair, List<RegionPrice> above, YamlValue item) {
        if (above.stream().anyMatch(p -> p.from().equals(pair.from()) && p.to().equals(pair.to()))) {
            item.wrong(
                    "the pair " + pair.from() + " to " + pair.to() + " is listed twice", "each ordered pair only once");
        }
    }

    private static Optional<Price> price(YamlMap map, GbUnit unit) {
        Optional<Double> sent = map.read("sent", TariffReader::usd);
        Optional<Double> received = map.read("received", TariffReader::usd);
        return sent.flatMap(s -> received.map(r -> new Price(s, r, unit)));
    }

    private static Optional<Discount> discount(YamlValue value) {
        return value.map(DISCOUNT)
                .map(map -> new Discount(
                        map.read("transfer", TariffReader::percent).orElse(0.0),
                        map.read("compute", TariffReader::percent).orElse(0.0)));
    }

    private static Optional<Double> percent(YamlValue value) {
        return value.number(0, Discount.MAX_PERCENT, "a percentage, a number from 0 to 99");
    }

    private static Optional<Double> usd(YamlValue value) {
        return value.number(0, MAX_USD, "US dollars, a number from 0 to 1000");
    }
}
