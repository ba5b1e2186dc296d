/** A client for short texts over HTTP, as verbs need it. */
@NullMarked
package io.narrows.cli.http;

import org.jspecify.annotations.NullMarked;
