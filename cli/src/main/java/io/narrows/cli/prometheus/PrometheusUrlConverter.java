package io.narrows.cli.prometheus;

import java.net.URI;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the address of a Prometheus server, with the path before that of its API if it has one. */
public final class PrometheusUrlConverter implements ITypeConverter<URI> {
    private static final List<String> SCHEMES = List.of("http", "https");

    @Override
    public URI convert(String text) {
        URI address = parse(text);
        if (!SCHEMES.contains(String.valueOf(address.getScheme()))
                || address.getHost() == null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw notAnAddress(text);
        }
        if (address.getRawUserInfo() != null) {
            throw new TypeConversionException("the address contains a password, which other users of this machine see;"
                    + " pass a token with --token-file");
        }
        return address;
    }

    private static URI parse(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw notAnAddress(text);
        }
    }

    private static TypeConversionException notAnAddress(String text) {
        return new TypeConversionException("\"" + text + "\" is not an address such as http://127.0.0.1:9090");
    }
}
