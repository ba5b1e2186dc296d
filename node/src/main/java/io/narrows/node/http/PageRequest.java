package io.narrows.node.http;

import java.util.List;
import java.util.Map;

/**
 * A page request.
 *
 * @param path decoded
 * @param query decoded values by decoded name
 * @param accept the {@code Accept} header; may be empty
 * @param acceptEncoding the {@code Accept-Encoding} header; may be empty
 */
public record PageRequest(String path, Map<String, List<String>> query, String accept, String acceptEncoding) {}
