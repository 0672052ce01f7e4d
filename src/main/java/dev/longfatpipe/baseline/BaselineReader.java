/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a baseline file of any version up to {@value BaselineFormat#VERSION}, strictly: half of a baseline is none. */
final class BaselineReader {

    private static final Set<String> ONCE = Set.of(
            BaselineFormat.CALLED,
            BaselineFormat.PATH,
            BaselineFormat.BACKEND,
            BaselineFormat.KERNEL,
            BaselineFormat.FACTOR,
            BaselineFormat.LIBRARY);

    private final String origin;
    private final String testClass;

    private BaselineFile file = BaselineFile.empty();
    private int number;
    private boolean hasClass;
    private @Nullable String test;
    private int testLine;
    private final Map<String, String> values = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<Utilisation> control = new ArrayList<>();

    BaselineReader(String origin, String testClass) {
        this.origin = origin;
        this.testClass = testClass;
    }

    BaselineFile read(List<String> lines) {
        requireVersion(lines.isEmpty() ? "" : lines.get(0));
        for (number = 2; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            if (!line.isBlank() && !line.startsWith("#")) {
                take(line);
            }
        }
        endTest();
        number = lines.size();
        if (!hasClass) {
            throw corrupt("the line \"class " + testClass + "\" is missing");
        }
        return file;
    }

    private void requireVersion(String first) {
        number = 1;
        int version = 0;
        if (first.startsWith(BaselineFormat.MAGIC)) {
            try {
                version = Integer.parseInt(
                        first.substring(BaselineFormat.MAGIC.length()).strip());
            } catch (NumberFormatException e) {
                version = 0;
            }
        }
        if (version < 1) {
            throw corrupt("[" + first + "] is not the first line of a baseline file, which is \"" + BaselineFormat.MAGIC
                    + BaselineFormat.VERSION + "\"");
        }
        if (version > BaselineFormat.VERSION) {
            throw new BaselineException(origin + " has version [" + version
                    + "] of the format, and this version of LongFatPipe reads versions up to " + BaselineFormat.VERSION
                    + ": update LongFatPipe to the version that wrote it, or delete the file and record it again with"
                    + " -Dlongfatpipe.baseline=record");
        }
    }

    private void take(String line) {
        if (line.startsWith(BaselineFormat.CLASS)) {
            String named = line.substring(BaselineFormat.CLASS.length()).strip();
            if (!named.equals(testClass)) {
                throw corrupt("it is of class [" + named + "], not of [" + testClass + "]");
            }
            hasClass = true;
        } else if (line.startsWith(BaselineFormat.TEST)) {
            endTest();
            test = line.substring(BaselineFormat.TEST.length()).strip();
            testLine = number;
            if (file.baseline(test).isPresent()) {
                throw corrupt("test [" + test + "] is in it twice");
            }
        } else {
            String stripped = line.strip();
            int space = stripped.indexOf(' ');
            value(
                    space < 0 ? stripped : stripped.substring(0, space),
                    stripped.substring(space < 0 ? stripped.length() : space + 1));
        }
    }

    private void value(String name, String value) {
        if (test == null) {
            throw corrupt("[" + name + "] belongs to no test");
        }
        try {
            if (ONCE.contains(name)) {
                if (values.put(name, value) != null) {
                    throw corrupt("[" + name + "] is there twice");
                }
            } else if (name.equals(BaselineFormat.SAMPLE)) {
                int space = value.indexOf(' ');
                samples.add(new Sample(
                        Utilisation.parse("sample", space < 0 ? value : value.substring(0, space)),
                        DataRate.parse("sample", space < 0 ? "" : value.substring(space + 1))));
            } else if (name.equals(BaselineFormat.CONTROL)) {
                control.add(Utilisation.parse("control", value));
            } else {
                throw corrupt("[" + name + "] is unknown");
            }
        } catch (IllegalArgumentException e) {
            throw corrupt(String.valueOf(e.getMessage()));
        }
    }

    private void endTest() {
        String ended = test;
        if (ended == null) {
            return;
        }
        number = Math.max(number, testLine);
        int lastLine = number;
        number = testLine;
        if (samples.isEmpty()) {
            throw corrupt("test [" + ended + "] has no sample");
        }
        file = file.with(new Baseline(
                ended,
                values.getOrDefault(BaselineFormat.CALLED, ""),
                new Conditions(
                        required(BaselineFormat.PATH),
                        required(BaselineFormat.BACKEND),
                        required(BaselineFormat.KERNEL)),
                factor(required(BaselineFormat.FACTOR)),
                required(BaselineFormat.LIBRARY),
                samples,
                control));
        number = lastLine;
        values.clear();
        samples.clear();
        control.clear();
        test = null;
    }

    private String required(String name) {
        String value = values.get(name);
        if (value == null || value.isBlank()) {
            throw corrupt("test [" + test + "] has no " + name);
        }
        return value;
    }

    private LimitingFactor factor(String name) {
        try {
            return LimitingFactor.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw corrupt("factor [" + name + "] of test [" + test + "] is unknown");
        }
    }

    private BaselineException corrupt(String what) {
        return new BaselineException(origin + ", line " + number + ": " + what
                + ". It was left as it is: take it from version control again, or delete it and record it again with"
                + " -Dlongfatpipe.baseline=record");
    }
}
