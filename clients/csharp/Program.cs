// A command of the client, to try a shop with. With Mono:
//
//   mcs -out:loader.exe -r:System.Net.Http,Mono.Posix -pkg:newtonsoft-json *.cs
//   export LOADER_SHOP=https://your.shop LOADER_KEYS=<its public key> LOADER_COMPUTER=values.json
//   mono loader.exe pair; mono loader.exe validate <product>; mono loader.exe play <product>; mono loader.exe vectors <file>
//
// With .NET 8 `dotnet run pair` and so on.
using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
#if __MonoCS__
using Mono.Unix;
using Mono.Unix.Native;
#endif

static class Program
{
    const string KeptIn = "loader.json"; // a real loader takes the safest place that the computer has

    static string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? "";

    static Client Open()
    {
        try
        {
            var kept = File.Exists(KeptIn) ? Bytes.Parse(File.ReadAllBytes(KeptIn)) : null;
            return new Client(Variable("LOADER_SHOP"), new Trust(Variable("LOADER_KEYS").Split(',')), kept);
        }
        catch (JsonException why) { throw new Failure(KeptIn + " cannot be read: " + why.Message); }
    }

    /// <summary>All of it or nothing, and for its owner alone.</summary>
    static void Keep(Client client)
    {
        const string next = KeptIn + ".new";
        try
        {
            File.WriteAllText(next, "");
#if __MonoCS__
            Syscall.chmod(next, FilePermissions.S_IRUSR | FilePermissions.S_IWUSR);
#else
            if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(next, UnixFileMode.UserRead | UnixFileMode.UserWrite);
#endif
            File.WriteAllText(next, client.Kept.ToString(Formatting.None));
            if (File.Exists(KeptIn)) File.Replace(next, KeptIn, null);
            else File.Move(next, KeptIn);
        }
        catch (Exception why) when (why is IOException || why is UnauthorizedAccessException)
        {
            throw new Failure(KeptIn + " cannot be written: " + why.Message);
        }
    }

    /// <summary>Shows the code, and asks for the tokens until the customer has answered.</summary>
    static async Task Pair(Client client)
    {
        Keep(client); // before the customer is asked: what cannot be kept is not worth a pairing
        var computer = new JObject { { "name", Environment.MachineName }, { "os", Environment.OSVersion.Platform.ToString() } };
        if (Computer.OwnStamp() is string stamp) computer["build"] = stamp;
        var begun = await client.Pair(computer);
        Console.WriteLine("Open {0} and pair this computer. It shows the code {1}", begun["verification_uri_complete"], begun["user_code"]);
        for (var wait = (int)begun["interval"]; ;)
        {
            await Task.Delay(wait * 1000);
            try
            {
                await client.FetchTokens(new JObject { { "grant_type", "device_code" }, { "device_code", begun["device_code"] } });
                Console.WriteLine("paired");
                return;
            }
            catch (Refused no) when (no.Code == "authorization_pending") { }
            catch (Refused no) when (no.Code == "slow_down") { wait += 5; }
        }
    }

    static void Say(string about, JObject answer) =>
        Console.WriteLine("{0} {1} {2} {3}", about, answer["code"], answer["sentence"], answer["advice"]);

    static async Task<JObject> Validate(Client client, string product)
    {
        var sent = new JObject {
            { "product", product }, { "components", Computer.Components(Variable("LOADER_COMPUTER")) }, { "build", Computer.OwnStamp() },
        };
        var offline = (JObject)client.Kept["offline"];
        try
        {
            var answer = await client.Ask("POST", "/loader/v1/validate", sent);
            Say("validate", answer);
            offline.Remove(product);
            if (answer["entitlement"] is JObject entitlement) offline[product] = entitlement;
            return answer;
        }
        catch (Away)
        {
            var says = offline[product] is JObject kept ? client.Trusted.ReadEntitlement(kept, DateTimeOffset.UtcNow) : null;
            if (says != null && says["products"].Any(one => (string)one["slug"] == product))
                Console.WriteLine("offline until {0}", says["not_after"]);
            throw;
        }
    }

    /// <summary>Takes the file that the shop announced, and no other.</summary>
    static async Task FetchModule(Client client, string product)
    {
        var answer = await client.Ask("GET", "/loader/v1/releases/" + Uri.EscapeDataString(product));
        var release = answer["release"] as JObject;
        if (release == null) return;
        using (var web = new HttpClient { MaxResponseContentBufferSize = (long)release["size"] })
        {
            var file = await Client.Reach(() => web.GetByteArrayAsync((string)release["address"]));
            if (file.Length != (long)release["size"] || Bytes.Sha256(file) != (string)release["sha256"])
                throw new Failure("this is not the file that was announced");
            Console.WriteLine("module {0} {1} bytes", release["version"], file.Length);
        }
    }

    /// <summary>Fetches the module, and sends heartbeats until the shop or the player ends it.</summary>
    static async Task Play(Client client, string product)
    {
        var answer = await Validate(client, product);
        if (!(answer["session"] is JObject begun)) return;
        var session = new JObject { { "session", begun["id"] } };
        var stop = new TaskCompletionSource<bool>();
        OnInterrupt(() => stop.TrySetResult(true));
        await FetchModule(client, product);
        for (var missed = 0; missed < 3;)
        {
            try
            {
                var beat = await client.Ask("POST", "/loader/v1/heartbeat", session);
                Say("heartbeat", beat);
                if ((string)beat["code"] != "VALID") return;
                missed = 0;
            }
            catch (Away) { missed++; } // a running game goes on until its session would be lost
            if (await Task.WhenAny(stop.Task, Task.Delay((int)begun["beat_seconds"] * 1000)) != stop.Task) continue;
            Say("logout", await client.Ask("POST", "/loader/v1/logout", session));
            return;
        }
        throw new Failure("the shop was away for three heartbeats");
    }

    static void OnInterrupt(Action act)
    {
#if __MonoCS__ // whose console hears of it at a terminal alone
        var signals = new[] { new UnixSignal(Signum.SIGINT), new UnixSignal(Signum.SIGTERM) };
        new Thread(() => { UnixSignal.WaitAny(signals); act(); }) { IsBackground = true }.Start();
#else
        Console.CancelKeyPress += (_, pressed) => { pressed.Cancel = true; act(); };
#endif
    }

    static async Task Run(string command, string argument)
    {
        var client = Open();
        try
        {
            if (command == "pair") await Pair(client);
            else if (command == "validate") await Validate(client, argument);
            else if (command == "play") await Play(client, argument);
            else throw new Failure("pair, validate <product>, play <product>, vectors <file>");
        }
        finally { Keep(client); }
    }

    static int Main(string[] args)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        try
        {
            var argument = args.Skip(1).FirstOrDefault() ?? "";
            if (args.FirstOrDefault() == "vectors") return Vectors.Check(argument);
            Run(args.FirstOrDefault(), argument).GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception why)
        {
            Console.Error.WriteLine(why.Message);
            return 1;
        }
    }
}
