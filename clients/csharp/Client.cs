// The reference client of the loader's API in C#, with libsodium for the signatures and Json.NET:
// docs/loader.md says what each part is for. Program.cs makes a command of it.
using System;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

/// <summary>What keeps a loader from going on, in words for people.</summary>
class Failure : Exception
{
    public Failure(string why) : base(why) { }
}

/// <summary>The shop cannot be reached, or what stands before it says so: a game may go on.</summary>
sealed class Away : Failure
{
    public Away(string why) : base("the shop cannot be reached: " + why) { }
}

/// <summary>The shop says no.</summary>
sealed class Refused : Failure
{
    public readonly string Code;
    public Refused(string code, string detail) : base(code + ": " + detail) { Code = code; }
}

/// <summary>What is in Kept stays between two starts, in the safest place that the computer has.</summary>
sealed class Client
{
    readonly string shop; // without a slash at its end
    readonly Key key;
    readonly HttpClient web = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
    {
        Timeout = TimeSpan.FromSeconds(20),
        MaxResponseContentBufferSize = 1 << 20,
    };
    long ahead; // milliseconds that the shop's clock is, once the shop has said so
    public readonly Trust Trusted;
    public readonly JObject Kept; // key, access, refresh, offline

    /// <param name="kept">Null at the first start: then a key is made.</param>
    public Client(string shop, Trust trusted, JObject kept)
    {
        this.shop = shop;
        Trusted = trusted;
        Kept = kept ?? new JObject { { "key", Bytes.Encode(Bytes.Random(32)) }, { "offline", new JObject() } };
        key = new Key(Bytes.Decode((string)Kept["key"]));
    }

    static long Now => (long)(DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;

    /// <summary>Begins to pair a computer of that name and os: show user_code, and open the address.</summary>
    public Task<JObject> Pair(JObject computer)
    {
        computer["public_key"] = Bytes.Encode(key.Public);
        return Plain("/loader/v1/pair", computer);
    }

    /// <summary>Fetches the tokens of a pairing, or of what was kept. authorization_pending says not yet.</summary>
    public async Task FetchTokens(JObject grant)
    {
        var got = await Plain("/loader/v1/token", grant);
        Kept["access"] = got["access_token"];
        Kept["refresh"] = got["refresh_token"];
    }

    /// <summary>
    /// Believes an answer only when a trusted key signed it for this very request. An access token
    /// that is good no more is refreshed, and a clock that is off is made up for, each once.
    /// </summary>
    public async Task<JObject> Ask(string method, string path, JObject body = null)
    {
        for (bool refreshed = false, set = false; ;)
        {
            Got got;
            try
            {
                got = await Send(method, path, body);
            }
            catch (Refused no) when (!refreshed && (no.Code == "token_expired" || no.Code == "unpaired"))
            {
                refreshed = true;
                if (Kept["refresh"] == null) throw new Failure("this computer is not paired: pair it first");
                await FetchTokens(new JObject { { "grant_type", "refresh_token" }, { "refresh_token", Kept["refresh"] } });
                continue;
            }
            var answer = Trusted.ReadAnswer(got.Body, got.Header("loadout-key"), got.Header("loadout-signature"), got.Nonce);
            if ((string)answer["code"] != "CLOCK_SKEW" || set) return answer;
            set = true;
            ahead = (long)answer["time"] - Now;
        }
    }

    /// <summary>A call without a signed answer.</summary>
    async Task<JObject> Plain(string path, JObject body)
    {
        var got = await Send("POST", path, body);
        try { return Bytes.Parse(got.Body); }
        catch (JsonException) { throw new Failure("this answer is not the shop’s"); }
    }

    /// <summary>Signs a request, and answers what came: nobody has vouched for it yet.</summary>
    async Task<Got> Send(string method, string path, JObject body)
    {
        var bytes = Encoding.UTF8.GetBytes(body == null ? "" : body.ToString(Formatting.None));
        var time = Now + ahead;
        var got = new Got { Nonce = Bytes.Encode(Bytes.Random(16)) };
        var request = new HttpRequestMessage(new HttpMethod(method), Address(path));
        request.Headers.Add("loadout-time", time.ToString());
        request.Headers.Add("loadout-nonce", got.Nonce);
        request.Headers.Add("loadout-signature", key.SignRequest(method, path, time, got.Nonce, bytes));
        if (Kept["access"] != null) request.Headers.Add("authorization", "Bearer " + (string)Kept["access"]);
        if (bytes.Length > 0)
        {
            request.Content = new ByteArrayContent(bytes);
            request.Content.Headers.Add("content-type", "application/json");
        }
        using (got.Response = await Reach(() => web.SendAsync(request)))
        {
            got.Body = await Reach(() => got.Response.Content.ReadAsByteArrayAsync());
            if (got.Response.StatusCode == HttpStatusCode.OK) return got;
            throw Refusal((int)got.Response.StatusCode, got.Body);
        }
    }

    Uri Address(string path)
    {
        if (Uri.TryCreate(shop + "/api" + path, UriKind.Absolute, out var address) && address.Scheme.StartsWith("http")) return address;
        throw new Failure("this is no address of a shop: '" + shop + "'");
    }

    /// <summary>What stands before the shop may answer with a page.</summary>
    static Failure Refusal(int status, byte[] body)
    {
        JObject no = null;
        try { no = Bytes.Parse(body); }
        catch (JsonException) { }
        if (status >= 500 || no == null || no["code"] == null) return new Away(status + " was answered");
        return new Refused((string)no["code"], (no["detail"] ?? "").ToString());
    }

    /// <summary>What fails on the way, as Away.</summary>
    public static async Task<Result> Reach<Result>(Func<Task<Result>> call)
    {
        try { return await call(); }
        catch (HttpRequestException no) { throw new Away(no.GetBaseException().Message); }
        catch (OperationCanceledException) { throw new Away("it took too long"); }
    }

    sealed class Got
    {
        public string Nonce;
        public byte[] Body;
        public HttpResponseMessage Response;
        public string Header(string name) => Response.Headers.TryGetValues(name, out var all) ? string.Join(",", all) : "";
    }
}
