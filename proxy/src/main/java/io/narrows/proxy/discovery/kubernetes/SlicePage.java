package io.narrows.proxy.discovery.kubernetes;

import java.util.List;

/**
 * A page of a list.
 *
 * @param version resource version of the whole list, from which a watch continues
 * @param next token of the next page; empty for the last one
 */
record SlicePage(List<Slice> slices, String version, String next) {
    SlicePage {
        slices = List.copyOf(slices);
    }
}
