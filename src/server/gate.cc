#include "server/gate.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace voxgrad::server {
namespace {

bool Refuse(Verdict* verdict, int status, std::string sentence) {
  verdict->kind = Verdict::Kind::kRefuse;
  verdict->status = status;
  verdict->sentence = std::move(sentence);
  return true;
}

/// "application/json" of "application/json; charset=utf-8".
std::string MediaType(absl::string_view field) {
  return absl::AsciiStrToLower(absl::StripAsciiWhitespace(field.substr(0, field.find(';'))));
}

bool TakesType(const std::string& path, const std::string& type) {
  if (path == "/api/value") return type == "application/octet-stream" || type == "text/csv";
  return type == "application/json";
}

}  // namespace

absl::string_view RequestHead::Field(absl::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (absl::EqualsIgnoreCase(key, name)) return value;
  }
  return "";
}

int RequestHead::Count(absl::string_view name) const {
  return static_cast<int>(std::count_if(fields.begin(), fields.end(), [&](const auto& field) {
    return absl::EqualsIgnoreCase(field.first, name);
  }));
}

Gate::Gate(int port, std::string token) : token_(std::move(token)) {
  for (const char* name : {"127.0.0.1", "localhost"}) {
    hosts_.push_back(absl::StrCat(name, ":", port));
    if (port == 80) hosts_.emplace_back(name);  // browsers leave it out
  }
}

bool Gate::Stranger(const RequestHead& head, Verdict* verdict) const {
  const absl::string_view host = head.Field("Host");
  if (head.Count("Host") != 1 || std::find(hosts_.begin(), hosts_.end(), host) == hosts_.end())
    return Refuse(verdict, 403, absl::StrCat("Host must be ", hosts_.front(), "."));
  if (head.Count("Origin") > 0) {
    absl::string_view origin = head.Field("Origin");
    if (head.Count("Origin") > 1 || !absl::ConsumePrefix(&origin, "http://") ||
        std::find(hosts_.begin(), hosts_.end(), origin) == hosts_.end())
      return Refuse(verdict, 403, absl::StrCat("Origin must be http://", hosts_.front(), "."));
  }
  const absl::string_view site = head.Field("Sec-Fetch-Site");
  // A link on another page may open Studio in a tab; it gets no token with it.
  const bool opened = verdict->kind == Verdict::Kind::kFile && head.Field("Sec-Fetch-Mode") == "navigate" &&
                      head.Field("Sec-Fetch-Dest") == "document";
  if (!site.empty() && site != "same-origin" && site != "none" && !opened)
    return Refuse(verdict, 403, "Requests come from Studio's own page, not from another site.");
  return false;
}

Verdict Gate::Judge(const RequestHead& head) const {
  Verdict verdict;
  verdict.path = head.target.substr(0, head.target.find('?'));
  const bool request = absl::StartsWith(verdict.path, "/api/");
  verdict.kind = request ? Verdict::Kind::kRequest : Verdict::Kind::kFile;
  verdict.content_type = MediaType(head.Field("Content-Type"));
  if (Stranger(head, &verdict)) return verdict;
  if (!request) {
    if (head.method != "GET" && head.method != "HEAD")
      Refuse(&verdict, 405, absl::StrCat(verdict.path, " takes GET and HEAD."));
    else if (head.has_body)
      Refuse(&verdict, 400, absl::StrCat(head.method, " has no body."));
    return verdict;
  }
  if (head.method != "POST") {
    Refuse(&verdict, 405, absl::StrCat(verdict.path, " takes POST."));
  } else if (head.Count("X-Voxgrad-Token") != 1 || !SameSecret(head.Field("X-Voxgrad-Token"), token_)) {
    Refuse(&verdict, 401,
           "The header X-Voxgrad-Token must hold the token of the address that `vox studio` printed.");
  } else if (head.Count("Content-Encoding") > 0) {
    Refuse(&verdict, 415, "Bodies are sent as they are, without Content-Encoding.");
  } else if (!TakesType(verdict.path, verdict.content_type)) {
    Refuse(
        &verdict, 415,
        absl::StrCat(
            verdict.path, " takes Content-Type: ",
            verdict.path == "/api/value" ? "application/octet-stream or text/csv" : "application/json", "."));
  }
  return verdict;
}

bool SameSecret(absl::string_view given, absl::string_view secret) {
  // The length is no secret: every token has the same.
  if (given.size() != secret.size()) return false;
  unsigned different = 0;
  for (size_t i = 0; i < secret.size(); ++i) {
    different |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(secret[i]);
  }
  return different == 0;
}

std::string RandomToken() {
  std::array<char, 16> bits;
  // Does not fail for so few bytes; a token that could be guessed would be worse than no server.
  if (getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size())) std::abort();
  return absl::BytesToHexString({bits.data(), bits.size()});
}

}  // namespace voxgrad::server
