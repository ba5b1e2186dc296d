/** What the tests of several modules share. This module depends on none of ours and is never shipped. */
package io.narrows.testkit;
