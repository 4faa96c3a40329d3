package io.icerunner.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.register.source.SourceRoot;
import io.icerunner.register.OnChange;
import io.icerunner.register.OnConflict;
import io.icerunner.register.OnSpan;
import io.icerunner.register.OnVanish;
import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationBuilder;
import io.icerunner.register.RegistrationListener;
import io.icerunner.register.RegistrationProgress;
import io.icerunner.register.RegistrationResult;
import io.icerunner.register.RegistrationStep;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The action {@code register}: a registration into a table of the served catalog, from folders that
 * the host allows. Results are JSON objects: progress after each batch, then the result.
 */
final class RegisterAction implements FlightActionHandler {
  static final String NAME = "register";
  static final String DESCRIPTION =
      "Registers Parquet files in place. Body: {\"source\": folder, \"table\": name, and one of"
          + " \"manifest\": location, \"files\": [locations], \"marker\": file name,"
          + " \"quiet-seconds\": number; optional \"partition\": [fields], \"rows-column\","
          + " \"files-column\", \"key-columns\": [names], \"on-change\", \"on-vanish\", \"on-span\","
          + " \"on-conflict\", \"batch-files\", \"recheck\", \"dry-run\", \"explain\"}. Results:"
          + " {\"progress\": …} after each batch, {\"result\": …} at the end";

  private static final String WHAT = "register request";
  private static final Set<String> KEYS =
      Set.of(
          "source",
          "table",
          "manifest",
          "files",
          "marker",
          "quiet-seconds",
          "partition",
          "rows-column",
          "files-column",
          "key-columns",
          "on-change",
          "on-vanish",
          "on-span",
          "on-conflict",
          "batch-files",
          "recheck",
          "dry-run",
          "explain");

  private final Map<String, Map<String, String>> sources;

  /**
   * @param sources the folders that may be registered from and the FileIO properties to read each
   */
  RegisterAction(Map<String, Map<String, String>> sources) {
    this.sources = sources;
  }

  @Override
  public void handle(byte[] body, FlightActionContext context) {
    JsonNode request = Json.object(new String(body, StandardCharsets.UTF_8), WHAT, KEYS);
    String source = Json.requiredText(request, "source", WHAT);
    RegistrationBuilder builder =
        Registration.builder()
            .catalog(context.catalog())
            .table(Json.requiredText(request, "table", WHAT))
            .source(source)
            .sourceProperties(allowed(source))
            .listener(listener(context));
    completeness(request, builder);
    options(request, builder);
    RegistrationResult result = builder.build().run();
    context.send(Json.bytes(Json.object().set("result", shown(result))));
  }

  private void completeness(JsonNode request, RegistrationBuilder builder) {
    text(
        request,
        "manifest",
        manifest -> {
          Map<String, String> ignored = allowed(manifest);
          builder.manifest(manifest);
        });
    texts(request, "files", builder::files);
    text(request, "marker", builder::marker);
    number(request, "quiet-seconds", seconds -> builder.quiet(Duration.ofSeconds(seconds)));
    text(request, "rows-column", builder::rowsColumn);
    text(request, "files-column", builder::filesColumn);
    texts(request, "key-columns", builder::keyColumns);
  }

  private static void options(JsonNode request, RegistrationBuilder builder) {
    texts(request, "partition", builder::partitionBy);
    choice(request, "on-change", OnChange.class, builder::onChange);
    choice(request, "on-vanish", OnVanish.class, builder::onVanish);
    choice(request, "on-span", OnSpan.class, builder::onSpan);
    choice(request, "on-conflict", OnConflict.class, builder::onConflict);
    number(request, "batch-files", files -> builder.batchFiles(Math.toIntExact(files)));
    flag(request, "recheck", builder::recheck);
    flag(request, "dry-run", builder::dryRun);
    flag(request, "explain", builder::explain);
  }

  /**
   * How to read a location below an allowed folder.
   *
   * @throws IceRunnerException PERMISSION_DENIED if it is below none
   */
  private Map<String, String> allowed(String location) {
    for (Map.Entry<String, Map<String, String>> source : sources.entrySet()) {
      if (SourceRoot.of(source.getKey()).contains(location)) {
        return source.getValue();
      }
    }
    throw new IceRunnerException(
        ErrorCode.PERMISSION_DENIED,
        "Cannot register from %s: this server registers from %s"
            .formatted(
                location, sources.isEmpty() ? "nowhere" : String.join(", ", sources.keySet())));
  }

  private static RegistrationListener listener(FlightActionContext context) {
    return progress -> {
      if (context.isCancelled()) {
        throw IceRunnerException.cancelled("Cannot go on registering: the client has gone");
      }
      if (progress.step() == RegistrationStep.COMMITTED) {
        context.send(Json.bytes(Json.object().set("progress", shown(progress))));
      }
    };
  }

  private static ObjectNode shown(RegistrationProgress progress) {
    return Json.object()
        .put("units-total", progress.unitsTotal())
        .put("units-done", progress.unitsDone())
        .put("files", progress.files())
        .put("rows", progress.rows())
        .put("bytes", progress.bytes())
        .put("commits", progress.commits());
  }

  private static ObjectNode shown(RegistrationResult result) {
    ObjectNode json =
        Json.object()
            .put("table", result.table().toString())
            .put("dry-run", result.dryRun())
            .put("units", result.units())
            .put("files", result.files())
            .put("rows", result.rows())
            .put("bytes", result.bytes())
            .put("commits", result.commits())
            .put("units-skipped", result.unitsSkipped())
            .put("units-replaced", result.unitsReplaced())
            .put("units-removed", result.unitsRemoved())
            .put("files-adopted", result.filesAdopted())
            .put("files-passed-over", result.filesPassedOver())
            .put("table-units", result.tableUnits())
            .put("table-rows", result.tableRows())
            .put("metadata-location", result.metadataLocation());
    ArrayNode explanation = json.putArray("explanation");
    result.explanation().forEach(explanation::add);
    return json;
  }

  private static void text(JsonNode request, String key, Consumer<String> use) {
    @Nullable String value = Json.text(request, key, WHAT);
    if (value != null) {
      use.accept(value);
    }
  }

  private static void texts(JsonNode request, String key, Consumer<List<String>> use) {
    JsonNode value = request.get(key);
    if (value == null || value.isNull()) {
      return;
    }
    List<String> texts = new ArrayList<>();
    value.forEach(text -> texts.add(text.isTextual() ? text.textValue() : ""));
    if (!value.isArray() || texts.contains("")) {
      throw Json.wrongType(key, WHAT, "an array of strings");
    }
    use.accept(texts);
  }

  private static void number(JsonNode request, String key, Consumer<Long> use) {
    JsonNode value = request.get(key);
    if (value == null || value.isNull()) {
      return;
    }
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw Json.wrongType(key, WHAT, "a whole number");
    }
    use.accept(value.longValue());
  }

  private static void flag(JsonNode request, String key, Consumer<Boolean> use) {
    JsonNode value = request.get(key);
    if (value == null || value.isNull()) {
      return;
    }
    if (!value.isBoolean()) {
      throw Json.wrongType(key, WHAT, "true or false");
    }
    use.accept(value.booleanValue());
  }

  private static <E extends Enum<E>> void choice(
      JsonNode request, String key, Class<E> type, Consumer<E> use) {
    text(
        request,
        key,
        value -> {
          for (E choice : type.getEnumConstants()) {
            if (spelled(choice).equals(value)) {
              use.accept(choice);
              return;
            }
          }
          List<String> known = new ArrayList<>();
          for (E choice : type.getEnumConstants()) {
            known.add(spelled(choice));
          }
          throw Json.wrongType(key, WHAT, "one of " + String.join(", ", known));
        });
  }

  private static String spelled(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
